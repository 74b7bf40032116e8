"""What this machine keeps: whole or not there, numbered on from the desk, one machine's alone."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from handoff_agent.machine import handoffs, notes, taking
from handoff_agent.machine.author import Author
from handoff_agent.machine.shelf import KeptCard, Shelf
from notes.queries.tokens import count_tokens
from notes.rules.authors.origins import Origin
from notes.rules.problems import Problem

NOW = datetime(2026, 11, 12, 10, 30, tzinfo=UTC)
AGENT, ASHA = Author("agent", "coder", NOW), Author("person", "asha", NOW)
DOCS = Path(__file__).parents[2] / "docs"
NOTE = "## Goal\nship it\n"


def kept_card(shelf: Shelf, revision: int = 0) -> KeptCard:
    kept = KeptCard("SHOP-1", "free", revision)
    notes.save(shelf, kept, {"text": NOTE}, AGENT)
    return kept


def test_what_was_saved_is_there_again(shelf: Shelf) -> None:
    kept_card(shelf)
    found = shelf.card("shop-1")
    assert found
    assert found.revision == 1
    note = shelf.newest(found)
    assert note
    assert (note.text, note.origins) == (NOTE, (None, Origin(1, 2)))


def test_a_revision_that_the_card_does_not_name_was_never_saved(shelf: Shelf) -> None:
    kept = kept_card(shelf)
    before = shelf.card("SHOP-1")
    notes.save(shelf, kept, {"text": f"{NOTE}more\n"}, AGENT)
    assert before
    shelf.put(before)
    assert shelf.note(before, 2) is None
    assert notes.save(shelf, before, {"text": f"{NOTE}other\n"}, AGENT).json["revision"] == 2
    newest = shelf.newest(before)
    assert newest
    assert newest.text == f"{NOTE}other\n"


def test_numbers_go_on_from_the_desk(shelf: Shelf) -> None:
    kept = kept_card(shelf, revision=9)
    note = shelf.newest(kept)
    assert note
    assert (note.revision, note.origins) == (10, (None, Origin(10, 2)))
    assert notes.report(shelf, kept)["revision"] == 10


def test_a_report_has_numbers_times_and_kinds_alone(shelf: Shelf) -> None:
    kept = kept_card(shelf)
    notes.save(shelf, kept, {"text": f"{NOTE}by Friday\n", "model": "small"}, ASHA)
    assert notes.report(shelf, kept) == {
        "revision": 2, "format": "free", "by": "person", "written_at": NOW.isoformat(), "tokens": 7, "bytes": 26,
        "sections": 1, "locked": 1, "lines": {"agent": 1, "person": 1}, "model": "small",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "locked", "done"), [("r1-2", True, True), ("r1-2", False, False), ("r1-9", True, None)]
)
def test_a_line_is_locked_and_handed_back(shelf: Shelf, line: str, locked: bool, done: bool | None) -> None:
    kept = kept_card(shelf)
    said = notes.say_of_line(shelf, kept, Origin(*map(int, line[1:].split("-"))), locked=locked)
    assert (None if isinstance(said, Problem) else said) == done
    again = shelf.card("SHOP-1")
    note = shelf.newest(kept)
    assert again
    assert note
    assert bool(notes.locked_rows(again, note)) == bool(done)


def test_a_write_that_comes_late_is_kept_for_people(shelf: Shelf) -> None:
    kept = kept_card(shelf)
    late = notes.save(shelf, kept, {"text": "## Goal\nship another\n", "base_revision": 0, "on_lock": "restore"}, AGENT)
    assert late.status == 202
    assert [path.read_text() for path in shelf.folder.rglob("late-*.md")] == ["## Goal\nship another\n"]


def test_another_cards_note_is_doubted(shelf: Shelf) -> None:
    kept_card(shelf)
    other = KeptCard("SHOP-2", "free")
    assert notes.save(shelf, other, {"text": NOTE}, AGENT).codes == {"write.other_card"}
    assert notes.save(shelf, other, {"text": NOTE, "confirm": ["write.other_card"]}, AGENT).status == 201


def test_what_is_taken_from_the_desk_has_the_authors_and_locks_that_it_had_there() -> None:
    by = {"kind": "agent", "name": "coder", "model": "m"}
    person = {"kind": "person", "name": "Asha", "model": ""}
    at = NOW.isoformat()
    lines = [
        {"text": "ship it", "author": by, "written_at": at, "locked": True, "id": "r2-2"},
        {"text": "by Friday", "author": person, "written_at": at, "locked": False, "id": "r7-3"},
    ]
    note = {
        "format": "free", "revision": 9, "text": f"{NOTE}by Friday\n", "updated_by": by, "updated_at": at, "tokens": 8,
        "sections": [{"name": "Goal", "lines": lines}],
    }  # fmt: skip
    said = {
        "value": "Rs 12",
        "kind": "text",
        "source": "page 4",
        "state": "current",
        "by": by,
        "set_at": at,
        "ended_at": None,
    }
    facts = {"facts": [{"name": "EMD", "trail": [said]}]}
    kept, newest = taking.taken({"key": "SHOP-1", "kind": "card"}, note, facts)
    assert newest.origins == (None, Origin(2, 2), Origin(7, 3))
    assert kept.said == {"r2-2": True, "r7-3": False}
    assert [(row["number"], row["kind"]) for row in kept.history] == [(2, "agent"), (7, "person"), (9, "agent")]
    assert kept.facts == [{"name": "EMD"} | said]
    assert list(notes.locked_rows(kept, newest)) == [1]


def test_a_card_that_cannot_be_read_is_as_if_it_were_not_there(shelf: Shelf) -> None:
    kept_card(shelf)
    next(Path(shelf.folder).rglob("card.json")).write_text("{broken")
    assert shelf.card("SHOP-1") is None
    assert list(shelf.cards()) == []


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_tokens_are_about_right(path: Path) -> None:
    text = path.read_text()
    assert notes.tokens_of(text) == pytest.approx(count_tokens(text), rel=0.12)


@pytest.mark.parametrize("text", ["उद्धरण में जमा राशि पंद्रह लाख रुपये है। " * 20, "入札保証金は千五百万ルピーです。" * 20])
def test_other_scripts_are_not_far_off(text: str) -> None:
    assert notes.tokens_of(text) == pytest.approx(count_tokens(text), rel=0.35)


def test_a_handoff_that_is_not_kept_yet_has_its_number_already(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = KeptCard("SHOP-1", "free"), KeptCard("SHOP-2", "free")
    for card in (first, second):
        notes.save(shelf, card, {"text": f"## Goal\n{card.card}\n"}, AGENT)
    body, by, put = {"to": "pricing", "kind": "agent"}, {"kind": "agent", "name": "coder"}, Shelf.put

    def another_before(self: Shelf, kept: KeptCard) -> None:
        monkeypatch.setattr(Shelf, "put", put)
        handoffs.hand_off(shelf, second, body, by, NOW)
        put(self, kept)

    monkeypatch.setattr(Shelf, "put", another_before)
    handoffs.hand_off(shelf, first, body, by, NOW)
    assert [row["id"] for card in (first, second) for row in card.handoffs] == [1, 2]
