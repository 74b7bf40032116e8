"""The machine and the desk come to the same, whatever is written: outcome, text, authors, locks and facts."""

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handoff_agent.machine import decisions, notes
from handoff_agent.machine import facts as here
from handoff_agent.machine.author import Author
from handoff_agent.machine.shelf import KeptCard, Shelf
from notes.actions.facts import set_fact
from notes.actions.notes import NoteWrite, Outcome, save_note
from notes.api.fact_shapes import fact_out
from notes.api.note_shapes import note_out, rendered
from notes.models import Actor, Card, Escalation
from notes.queries import note_view, revisions
from notes.queries.facts import trails
from notes.rules.facts.decisions import FactValue
from tests import cast as people
from tests.cast import NOW, Cast
from tests.rules import texts

WRITERS = ("agent", "person")
# The desk has the notes of the examples before.
OTHER_CARD = "write.other_card"
FORMATS = (None, None, "free", "nine_sections")
VALUES, SOURCES = ("Rs 12", "Rs 15"), ("page 1", "page 4")


sayings = st.tuples(
    st.sampled_from(WRITERS), st.sampled_from(VALUES), st.sampled_from(SOURCES), st.sampled_from((None, *VALUES))
)


@dataclass(frozen=True)
class Step:
    by: str
    text: str
    base: int | None
    restore: bool
    # By a runner that was away, and by whoever names a format.
    queued: bool = False
    format: str | None = None


@st.composite
def steps(draw: st.DrawFn) -> list[Step]:
    text = draw(texts.notes)
    found = [Step(draw(st.sampled_from(WRITERS)), text, None, False)]
    for number in range(draw(st.integers(1, 5))):
        text = draw(texts.edits(text)) if text.count("\n") > 1 else draw(texts.notes)
        base = draw(st.one_of(st.none(), st.integers(0, number + 1)))
        queued, format = draw(st.booleans()), draw(st.sampled_from(FORMATS))
        found.append(Step(draw(st.sampled_from(WRITERS)), text, base, draw(st.booleans()), queued, format))
    return found


@pytest.mark.django_db
@given(st.data())
@settings(max_examples=40)
def test_the_same_writes_leave_the_same_note(cast: Cast, data: st.DataObject) -> None:
    card = people.card(cast, f"SAME-{Card.objects.count()}")
    with tempfile.TemporaryDirectory() as folder:
        shelf, kept = Shelf(Path(folder)), KeptCard(card.key, "free")
        for step in data.draw(steps()):
            assert on_machine(shelf, kept, step) == on_desk(cast, card, step)
        assert note_here(shelf, kept) == note_there(card)


def on_machine(shelf: Shelf, kept: KeptCard, step: Step) -> Any:
    body: dict[str, Any] = {"text": step.text, "on_lock": "restore" if step.restore else "refuse"}
    body |= {"confirm": [OTHER_CARD], "queued": step.queued, "format": step.format}
    body |= {} if step.base is None else {"base_revision": step.base}
    name = "Operator" if step.by == "person" else "coder"
    answer = notes.save(shelf, kept, body, Author(step.by, name, NOW))
    return answer.status, told(answer.json)


def on_desk(cast: Cast, card: Card, step: Step) -> Any:
    by: Actor = cast.actor(cast.operator) if step.by == "person" else cast.coder
    write = NoteWrite(
        step.text, base_revision=step.base, restore_locks=step.restore, confirm=frozenset({OTHER_CARD}),
        queued=step.queued, format=step.format,
    )  # fmt: skip
    try:
        outcome: Outcome = save_note(card=card, by=by, now=NOW, write=write)
    except ValueError as error:
        return 422, {"codes": [problem.code for problem in error.problems]}  # type: ignore[attr-defined]  # Invalid
    card.refresh_from_db()
    status, body, _ = rendered(outcome)
    return status, told(body)


def told(body: dict[str, Any]) -> dict[str, Any]:
    """What counts; sentences about a revision that there is not are worded for either place."""
    if [problem["code"] for problem in body.get("problems", [])] == ["write.unknown_base"]:
        return {"codes": ["write.unknown_base"]}
    return {name: value for name, value in body.items() if name not in ("type", "title", "detail", "request_id")}


def note_here(shelf: Shelf, kept: KeptCard) -> Any:
    note = shelf.newest(kept)
    return comparable(notes.note_body(kept, note)) if note else None


def note_there(card: Card) -> Any:
    if not card.revision:
        return None
    return comparable(note_out(revisions.newest(card), note_view.sections(card, card.revision)))


def comparable(note: dict[str, Any]) -> dict[str, Any]:
    """Tokens are counted otherwise, and of commits the desk alone hears."""
    return {name: value for name, value in note.items() if name not in ("tokens", "stale")}


@pytest.mark.django_db
@given(st.lists(sayings, max_size=6))
@settings(max_examples=40)
def test_the_same_facts_come_to_the_same(cast: Cast, said: list[tuple[str, str, str, str | None]]) -> None:
    card = people.card(cast, f"FACT-{Card.objects.count()}")
    kept = KeptCard(card.key, "free")
    for by, value, source, replaces in said:
        new = FactValue(value, "text", source)
        actor = cast.actor(cast.operator) if by == "person" else cast.coder
        there = set_fact(card=card, name="EMD", new=new, by=actor, now=NOW, replaces=replaces)
        done, _ = decisions.put_fact(kept, "EMD", new, Author(by, actor.name, NOW), replaces)
        assert done.outcome == there.decision.outcome
    assert [here.body(kept, name) for name in here.names(kept)] == [fact_out(trail) for trail in trails(card)]
    asked = Escalation.objects.filter(card=card).order_by("pk")
    assert [asked_here(row) for row in kept.decisions] == [asked_there(row) for row in asked]


def asked_here(row: dict[str, Any]) -> Any:
    return row["state"], row["decision"], row["cause"], list(row["options"]), row["answer"]


def asked_there(row: Escalation) -> Any:
    """Why it was withdrawn stands where an answer stands."""
    answer = row.answer if row.state == "answered" else ""
    return row.state, row.decision, row.cause, row.options, answer


@pytest.mark.django_db
def test_what_a_runner_wrote_while_it_was_away_comes_late_in_both_places(cast: Cast, shelf: Shelf) -> None:
    card, kept = people.card(cast, "LATE-1"), KeptCard("LATE-1", "free")
    for step in (
        Step("agent", "## Goal\nship it\n\n## Next\n- test\n", None, restore=False),
        Step("agent", "## Goal\nship it\n\n## Next\n- test\n- ask\n", 1, restore=False),
        Step("agent", "## Goal\nship it soon\n\n## Next\n- test\n", 1, restore=False, queued=True),
    ):
        status, body = on_machine(shelf, kept, step)
        assert (status, body) == on_desk(cast, card, step)
    assert (status, [problem["code"] for problem in body["problems"]]) == (202, ["write.late"])
    assert note_here(shelf, kept) == note_there(card)


SIX = {"goal": "ship", "done": [], "open_questions": [], "next_action": "test", "must_carry": {"EMD": "Rs 12"}}
WANTED = [
    ("free", "## Goal\n" + "- a line of the note\n" * 100, "format.too_large"),
    ("six_fields", json.dumps(SIX | {"sources": {}}), "format.fact_without_source"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("format", "text", "code"), WANTED)
def test_what_the_project_wants_of_notes_holds_in_both_places(
    cast: Cast, tmp_path: Path, format: str, text: str, code: str
) -> None:
    cast.shop.token_limit, cast.shop.require_fact_sources = 200, True
    cast.shop.save()
    card, kept = people.card(cast, "WANTS-1", format=format), KeptCard("WANTS-1", format)
    step = Step("agent", text, None, restore=False)
    status, body = on_machine(Shelf(tmp_path, 200, require_sources=True), kept, step)
    assert (status, [problem["code"] for problem in body["problems"]]) == (422, [code])
    assert on_desk(cast, card, step)[0] == 422
    assert on_machine(Shelf(tmp_path), kept, step)[0] == 201
