"""Decisions whose question, options and answer stay on this machine. The desk knows that they are asked and taken."""

import json
import secrets
from dataclasses import asdict
from datetime import datetime
from typing import Any

from handoff_agent.machine import facts
from handoff_agent.machine.author import Author
from handoff_agent.machine.shelf import KeptCard, Row, Shelf
from notes.rules.decisions.escalations import (
    Asked,
    Excerpt,
    Option,
    check_answer,
    check_asked,
    disputed,
    joined,
    source_of_answer,
)
from notes.rules.decisions.settling import SOURCES_AGREE, after_fact, answered_before, on
from notes.rules.facts.decisions import FactDecision, FactValue
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
    """The question, and whether it is new: what comes up about the same is the same decision, with all of it.

    Changes the card, which its holder then keeps.
    """
    row = _standing(kept, asked)
    if row is None:
        row = _row(asked)
        kept.decisions.append(row)
        return row, True
    _widen(row, _row(asked))
    return row, not row["id"]


def put_fact(
    kept: KeptCard, name: str, new: FactValue, by: Author, replaces: str | None = None
) -> tuple[FactDecision, tuple[Row, bool] | None]:
    """What became of the value, and the question that a dispute waits for.

    Changes the card, which its holder then keeps.
    """
    done = facts.put(kept, name, new, by.kind, by.name, by.at, replaces)
    if done.stands:
        return done.decision, add(kept, disputed(name, done.stands, new))
    if done.decision.outcome != "refused":
        _settle_by_fact(kept, name, new, by, in_dispute=done.in_dispute)
    return done.decision, None


def without_words(row: Row) -> str:
    """All that the desk is told of a question. What desks find out by themselves, to them is a question here."""
    cause = row["cause"] if row["cause"] in TOLD_CAUSES else TOLD_CAUSES[0]
    due = {"due_at": row["due_at"]} if row["due_at"] else {}
    return json.dumps({"cause": cause, "impact": row["impact"] or "other"} | due)


def answer(kept: KeptCard, row: Row, value: str, by: Author) -> list[Problem]:
    """A person's; with a fact named it becomes that fact. The same by the same person twice is no error.

    Changes the card, which its holder then keeps.
    """
    if row["state"] != OPEN:
        return [] if (row["by"], row["answer"]) == (by.name, value) else [_taken(row)]
    kind = _kind(kept, row, value)
    if problems := check_answer(value, row["fact"], kind):
        return problems
    _answer(row, value, by)
    if row["fact"]:
        put_fact(kept, row["fact"], FactValue(value, kind, source_of_answer(by.name, by.at)), by)
    return []


def numbered(kept: KeptCard, key: str, number: int) -> None:
    """The desk has heard of it, as a question that waits."""
    for row in kept.decisions:
        if row["key"] == key:
            row |= {"id": number, "told": OPEN}


def ended(kept: KeptCard) -> list[Row]:
    """Those that the desk still takes for open, which it is told now."""
    found = [row for row in kept.decisions if row["id"] and row.get("told", row["state"]) != row["state"]]
    for row in found:
        row["told"] = row["state"]
    return found


def find(shelf: Shelf, number: int) -> tuple[KeptCard, Row] | None:
    """By the number that the desk gave it."""
    return next(((kept, row) for kept in shelf.cards() if (row := of(kept, number))), None)


def of(kept: KeptCard, number: int) -> Row | None:
    return next((row for row in kept.decisions if row["id"] == number), None)


def with_words(told: dict[str, Any], row: Row) -> dict[str, Any]:
    """What the desk says of a decision, with what it cannot know."""
    words = {name: row[name] for name in ("decision", "options", "evidence", "untrusted", "fact", "fact_kind")}
    found = told | words
    if row["state"] == ANSWERED:
        at = datetime.fromisoformat(row["at"])
        given = {"value": row["answer"], "by": {"kind": "person", "name": row["by"]}, "at": row["at"]}
        found |= {"state": ANSWERED, "answer": given | {"source": source_of_answer(row["by"], at)}}
    if row["state"] == WITHDRAWN and found["state"] != WITHDRAWN:
        # The desk is still to hear of it.
        found |= {"state": WITHDRAWN, "withdrawn": {"why": SOURCES_AGREE}}
    return found


def _taken(row: Row) -> Problem:
    if row["state"] == WITHDRAWN:
        return Problem("escalation.withdrawn", "This decision was withdrawn: there is nothing left to decide.")
    says = answered_before(row["by"], row["answer"], on(datetime.fromisoformat(row["at"])))
    return Problem("escalation.answered", says)


def _answer(row: Row, value: str, by: Author) -> None:
    row |= {"state": ANSWERED, "answer": value, "by": by.name, "at": by.at.isoformat()}


def _settle_by_fact(kept: KeptCard, name: str, new: FactValue, by: Author, *, in_dispute: bool) -> None:
    row = next((row for row in kept.decisions if row["state"] == OPEN and row["fact"] == name), None)
    if row is None:
        return
    options = [option["value"] for option in row["options"]]
    left = after_fact(row["cause"], options, new.value, by_person=by.is_person, in_dispute=in_dispute)
    if left == "answered":
        _answer(row, new.value, by)
    elif left == "withdrawn":
        row["state"] = WITHDRAWN
    elif left == "widened":
        _widen(row, _row(Asked("", options=(Option(new.value, new.source, new.kind),))))


def _widen(row: Row, more: Row) -> None:
    options = [[Option(**each) for each in one["options"]] for one in (row, more)]
    row["options"] = [asdict(each) for each in joined(*options)]
    for name in ("evidence", "untrusted"):
        row[name] = [*row[name], *(each for each in more[name] if each not in row[name])]
    row["due_at"] = min(filter(None, (row["due_at"], more["due_at"])), key=datetime.fromisoformat, default=None)


def _standing(kept: KeptCard, asked: Asked) -> Row | None:
    """For one fact of a card one decision stands."""
    same = ("fact", asked.fact) if asked.fact else ("decision", asked.decision)
    return next((row for row in kept.decisions if row["state"] == OPEN and row[same[0]] == same[1]), None)


def _row(asked: Asked) -> Row:
    """`key` makes the desk count it once; `id` is the desk's, 0 until it knows, and `told` what it takes it for."""
    words = asdict(asked) | {"due_at": asked.due_at.isoformat() if asked.due_at else None}
    return words | {"id": 0, "told": "", "key": secrets.token_hex(16), "state": OPEN, "answer": "", "by": "", "at": ""}


def _kind(kept: KeptCard, row: Row, value: str) -> str:
    chosen = next((option["kind"] for option in row["options"] if option["value"] == value), "")
    current = next((fact["kind"] for fact in facts.carried(kept) if fact["name"] == row["fact"]), "")
    return str(chosen or row["fact_kind"] or current or DEFAULT_KIND)
