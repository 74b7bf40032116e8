"""What the next session of a card receives, from what this machine keeps."""

from datetime import datetime

from handoff_agent.machine import decisions, facts
from handoff_agent.machine.author import PERSON
from handoff_agent.machine.notes import locked_rows
from handoff_agent.machine.shelf import KeptCard, Shelf
from notes.rules.documents import Role
from notes.rules.handoffs.next_actions import next_action
from notes.rules.resuming.resume import AT_WORK, CarriedFact, FromOutside, PersonLine, Resume, Settled
from notes.rules.rounds.headless import HEADLESS
from notes.rules.wording import ages
from notes.rules.writing.verdicts import Note

MOST_SETTLED = 10


def resume(shelf: Shelf, kept: KeptCard, now: datetime, *, is_resumed: bool = False) -> Resume:
    """A planner turn that goes on with its session knows what the note tells, and is not given it."""
    note = shelf.newest(kept)
    shown = None if is_resumed and kept.kind in HEADLESS else note
    waiting = [row for row in kept.decisions if row["state"] == decisions.OPEN]
    settled = [row for row in kept.decisions if row["state"] == decisions.ANSWERED and _is_news(kept, row["at"])]
    settled = settled[-MOST_SETTLED:]
    return Resume(
        card=kept.card,
        revision=kept.revision,
        facts=tuple(
            CarriedFact(fact["name"], fact["value"], fact["source"], "disputed" in fact) for fact in facts.carried(kept)
        ),
        person_lines=tuple(_person_lines(kept, note)) if note else (),
        settled=tuple(Settled(row["decision"], row["answer"], row["by"], row["fact"]) for row in settled),
        waiting=tuple(row["decision"] for row in waiting),
        note=shown.text if shown else "",
        age=_age(kept, now) if shown else "",
        untrusted=tuple(FromOutside(**each) for row in (*waiting, *settled) for each in row["untrusted"]),
        next_action=next_action(shown.document) if shown else "",
    )


def _person_lines(kept: KeptCard, note: Note) -> list[PersonLine]:
    """Also what an agent wrote and a person locked: agents keep both word for word."""
    persons = {row["number"] for row in kept.history if row["kind"] == PERSON}
    locked = locked_rows(kept, note)
    return [
        PersonLine(note.document.section_of(row), row.text, index in locked)
        for index, row in enumerate(note.document.rows)
        if row.role is Role.LINE and (origin := note.origins[index])
        if index in locked or origin.revision in persons
    ]


def _is_news(kept: KeptCard, at: str) -> bool:
    """What was answered since an agent wrote the note: none can know of it from there."""
    by_agents = [row["at"] for row in kept.history if row["kind"] in AT_WORK]
    return not by_agents or datetime.fromisoformat(at) > datetime.fromisoformat(by_agents[-1])


def _age(kept: KeptCard, now: datetime) -> str:
    if not (at := kept.written_at) or not kept.newest:
        return ""
    who = f"{kept.newest['name']} ({kept.newest['kind']})"
    return f"The note was last written {ages.ago(at, now)}, on {ages.exact(at)}, by {who}."
