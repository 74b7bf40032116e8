"""The card as the desk has it, before a note is written onto it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from handoff_agent.connection import Connection
from notes.rules import formats
from notes.rules.facts.decisions import FactValue
from notes.rules.resuming.died import Standing

# Their agents keep no note, and whoever runs them says how they ended.
HEADLESS = ("design_build", "planner_turn")


@dataclass(frozen=True, slots=True)
class OnDesk:
    """`note_at` is when the note was written, 0 where there is none."""

    standing: Standing
    revision: int
    note_at: float
    is_headless: bool


def on_desk(desk: Connection, card: str) -> OnDesk:
    """Raises Ended."""
    found = desk.get(desk.on_card(card)).json
    note = desk.get(desk.on_card(card, "note")).json if found["revision"] else {}
    facts = desk.get(desk.on_card(card, "facts")).json["facts"]
    document = formats.parse(note["format"], note["text"]).document if note else None
    standing = Standing(
        format=found["format"],
        title=found["title"],
        document=document,
        locked=frozenset(_locked(note)),
        facts={fact["name"]: FactValue(fact["value"], fact["kind"], fact["source"]) for fact in facts if fact["value"]},
        limit=found["note"]["token_limit"] if note else formats.token_limit(found["format"], None),
    )
    written = datetime.fromisoformat(note["updated_at"]).timestamp() if note else 0.0
    return OnDesk(standing, found["revision"], written, found["kind"] in HEADLESS)


def _locked(note: dict[str, Any]) -> list[str]:
    return [line["text"] for section in note.get("sections", []) for line in section["lines"] if line["locked"]]
