"""The card as the desk has it, before a note is written onto it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from handoff_agent import words
from handoff_agent.connection import Connection
from handoff_agent.ended import refused
from notes.rules import formats
from notes.rules.facts.decisions import FactValue
from notes.rules.resuming.died import Standing
from notes.rules.rounds.headless import HEADLESS, SUCCEEDED
from notes.rules.writing.clearing import before_more


@dataclass(frozen=True, slots=True)
class OnDesk:
    standing: Standing
    revision: int
    is_headless: bool


def on_desk(desk: Connection, card: str) -> OnDesk:
    """Raises Ended."""
    found = desk.get(desk.on_card(card)).json
    note = desk.get(desk.on_card(card, "note")).json if found["revision"] else {}
    facts = desk.get(desk.on_card(card, "facts")).json["facts"]
    values = {fact["name"]: FactValue(fact["value"], fact["kind"], fact["source"]) for fact in facts if fact["value"]}
    document = formats.parse(note["format"], note["text"]).document if note else None
    locked = frozenset(_locked(note))
    standing = Standing(
        format=found["format"],
        title=found["title"],
        document=before_more(document, found["title"], values, locked) if document else None,
        locked=locked,
        facts=values,
        limit=found["note"]["token_limit"] if note else formats.token_limit(found["format"], None),
    )
    return OnDesk(standing, found["revision"], found["kind"] in HEADLESS)


def require_wanted(desk: Connection, card: str, found: OnDesk, round: int | None, ended_at: float) -> None:
    """Raises Ended where a later run succeeded: what the one before it left is of no use any more."""
    if round is None and not found.is_headless:
        return
    rounds = desk.get(desk.on_card(card, "rounds")).json["rounds"]
    if round is not None and round > max((each["number"] for each in rounds), default=0):
        raise refused(words.NO_ROUND.format(card=card, number=round))
    for each in rounds:
        is_later = round <= each["number"] if round else _seconds(each["started_at"]) > ended_at
        if each["outcome"] == SUCCEEDED and is_later:
            raise refused(words.ROUND_OVER.format(number=each["number"]))


def _seconds(moment: str) -> float:
    return datetime.fromisoformat(moment).timestamp()


def _locked(note: dict[str, Any]) -> list[str]:
    return [line["text"] for section in note.get("sections", []) for line in section["lines"] if line["locked"]]
