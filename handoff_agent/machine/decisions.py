"""Decisions whose question, options and answer stay on this machine. The desk knows that they are asked and taken."""

import json
import secrets
from dataclasses import asdict
from datetime import datetime
from typing import Any

from handoff_agent.machine import facts
from handoff_agent.machine.notes import Author
from handoff_agent.machine.shelf import KeptCard, Row, Shelf
from notes.rules.decisions.escalations import (
    Asked,
    Excerpt,
    Option,
    check_answer,
    check_asked,
    joined,
    source_of_answer,
)
from notes.rules.facts.decisions import FactValue
from notes.rules.facts.kinds import DEFAULT_KIND
from notes.rules.facts.names import by_fold, check_same_name
from notes.rules.problems import Problem

OPEN, ANSWERED, WITHDRAWN = "open", "answered", "withdrawn"
TOLD_CAUSES = ("asked", "open_question")


def asked_of(body: Row) -> Asked:
    return Asked(
        decision=body["decision"].strip(),
        cause=body.get("cause", "asked"),
        impact=body.get("impact", "other"),
        options=tuple(Option(each["value"], each.get("source", "")) for each in body.get("options", ())),
        fact=body.get("fact", ""),
        fact_kind=body.get("kind", ""),
        evidence=tuple(Excerpt(each["text"], each.get("source", "")) for each in body.get("evidence", ())),
        untrusted=tuple(Excerpt(each["text"], each.get("source", "")) for each in body.get("untrusted", ())),
        due_at=datetime.fromisoformat(body["due_at"]) if body.get("due_at") else None,
    )


def check(kept: KeptCard, asked: Asked) -> list[Problem]:
    taken = check_same_name(asked.fact, by_fold(facts.names(kept))) if asked.fact else None
    return [*check_asked(asked), *([taken] if taken else [])]


def add(kept: KeptCard, asked: Asked) -> tuple[Row, bool]:
    """The question, and whether it is new: the same that stands already is the same decision, with all options.

    Changes the card, which its holder then keeps.
    """
    row = _standing(kept, asked)
    if row is None:
        row = _row(asked)
        kept.decisions.append(row)
        return row, True
    row["options"] = [asdict(each) for each in joined([Option(**each) for each in row["options"]], asked.options)]
    return row, not row["id"]


def without_words(row: Row) -> str:
    """All that the desk is told of a question. What desks find out by themselves, to them is a question here."""
    cause = row["cause"] if row["cause"] in TOLD_CAUSES else TOLD_CAUSES[0]
    due = {"due_at": row["due_at"]} if row["due_at"] else {}
    return json.dumps({"cause": cause, "impact": row["impact"] or "other"} | due)


def answer(kept: KeptCard, row: Row, value: str, by: Author) -> list[Problem]:
    """A person's; with a fact named it becomes that fact. Changes the card, which its holder then keeps."""
    kind = _kind(kept, row, value)
    if problems := check_answer(value, row["fact"], kind):
        return problems
    row |= {"state": ANSWERED, "answer": value, "by": by.name, "at": by.at.isoformat()}
    if row["fact"]:
        new = FactValue(value, kind, source_of_answer(by.name, by.at))
        facts.put(kept, row["fact"], new, by.kind, by.name, by.at)
    return []


def find(shelf: Shelf, number: int) -> tuple[KeptCard, Row] | None:
    """By the number that the desk gave it."""
    return next(((kept, row) for kept in shelf.cards() for row in kept.decisions if row["id"] == number), None)


def with_words(told: dict[str, Any], row: Row) -> dict[str, Any]:
    """What the desk says of a decision, with what it cannot know."""
    words = {name: row[name] for name in ("decision", "options", "evidence", "untrusted", "fact", "fact_kind")}
    found = told | words
    if row["state"] == ANSWERED:
        at = datetime.fromisoformat(row["at"])
        given = {"value": row["answer"], "by": {"kind": "person", "name": row["by"]}, "at": row["at"]}
        found |= {"state": ANSWERED, "answer": given | {"source": source_of_answer(row["by"], at)}}
    return found


def _standing(kept: KeptCard, asked: Asked) -> Row | None:
    """For one fact of a card one decision stands."""
    same = ("fact", asked.fact) if asked.fact else ("decision", asked.decision)
    return next((row for row in kept.decisions if row["state"] == OPEN and row[same[0]] == same[1]), None)


def _row(asked: Asked) -> Row:
    """`key` makes the desk count it once; `id` is the desk's, 0 until it knows."""
    words = asdict(asked) | {"due_at": asked.due_at.isoformat() if asked.due_at else None}
    return words | {"id": 0, "key": secrets.token_hex(16), "state": OPEN, "answer": "", "by": "", "at": ""}


def _kind(kept: KeptCard, row: Row, value: str) -> str:
    chosen = next((option["kind"] for option in row["options"] if option["value"] == value), "")
    current = next((fact["kind"] for fact in facts.carried(kept) if fact["name"] == row["fact"]), "")
    return str(chosen or row["fact_kind"] or current or DEFAULT_KIND)
