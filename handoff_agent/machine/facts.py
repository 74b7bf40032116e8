"""Must-carry facts on this machine, decided by the rules of the desk."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from handoff_agent.machine.shelf import KeptCard, Row
from notes.rules.facts.decisions import FactDecision, FactValue, decide_fact
from notes.rules.facts.names import by_fold, check_same_name
from notes.rules.problems import Problem

CURRENT, SUPERSEDED, RIVAL = "current", "superseded", "rival"
ACCEPTED, REJECTED, WITHDRAWN = "accepted", "rejected", "withdrawn"
PERSON = "person"


@dataclass(frozen=True, slots=True)
class Put:
    """`stands` is the value that a dispute is about; `in_dispute` says whether rivals stand against it still."""

    decision: FactDecision
    stands: FactValue | None = None
    in_dispute: bool = False


def check_name(kept: KeptCard, name: str) -> Problem | None:
    """Why no other fact of this card may have this name."""
    return check_same_name(name, by_fold([*(row["name"] for row in kept.facts), *_asked_for(kept)]))


def put(
    kept: KeptCard, name: str, new: FactValue, kind: str, by: str, now: datetime, replaces: str | None = None
) -> Put:
    """Changes the card, which its holder then keeps."""
    current, rivals = _said(kept, name)
    known = _value(current) if current else None
    by_person = kind == PERSON
    decision = decide_fact(name, known, new, replaces, by_person=by_person, in_dispute=bool(rivals))
    if decision.outcome == "refused":
        return Put(decision)
    if decision.outcome in ("created", "superseded"):
        _end([current] if current else [], SUPERSEDED, now)
        kept.facts.append(_row(name, new, CURRENT, kind, by, now))
    if decision.outcome == "disputed" and (new.value, new.source) not in [_said_by(row) for row in rivals]:
        kept.facts.append(_row(name, new, RIVAL, kind, by, now))
    settled = _settle(rivals, new, by_person, now)
    if decision.outcome == "disputed":
        return Put(decision, known, in_dispute=True)
    if settled and decision.outcome == "unchanged":
        decision = FactDecision("settled")
    return Put(decision, in_dispute=len(settled) < len(rivals))


def standing(kept: KeptCard) -> tuple[dict[str, str], dict[str, str], dict[str, set[str]]]:
    """By name: the current value, its source, and the values that stood before."""
    current: dict[str, str] = {}
    sources: dict[str, str] = {}
    old: dict[str, set[str]] = {}
    for row in kept.facts:
        if row["state"] == CURRENT:
            current[row["name"]], sources[row["name"]] = row["value"], row["source"]
        elif row["state"] == SUPERSEDED:
            old.setdefault(row["name"], set()).add(row["value"])
    return current, sources, old


def carried(kept: KeptCard) -> list[Row]:
    """The facts as they stand, by name; those that a rival stands against are marked."""
    disputed = {row["name"] for row in kept.facts if row["state"] == RIVAL}
    found = sorted((row for row in kept.facts if row["state"] == CURRENT), key=lambda row: row["name"])
    return [
        {"name": row["name"], "value": row["value"], "kind": row["kind"], "source": row["source"]}
        | ({"disputed": True} if row["name"] in disputed else {})
        for row in found
    ]


def names(kept: KeptCard) -> list[str]:
    return sorted({row["name"] for row in kept.facts})


def body(kept: KeptCard, name: str) -> dict[str, Any] | None:
    """With its trail, as the desk gives it; None where there is none of this name."""
    trail = [row for row in kept.facts if row["name"] == name]
    if not trail:
        return None
    current, rivals = _said(kept, name)
    told: Row = current or {"value": None, "kind": None, "source": None}
    return {
        "name": name,
        "value": told["value"],
        "kind": told["kind"],
        "source": told["source"],
        "state": "disputed" if rivals else "current",
        "trail": [{key: row[key] for key in row if key != "name"} for row in trail],
    }


def _said(kept: KeptCard, name: str) -> tuple[Row | None, list[Row]]:
    of_name = [row for row in kept.facts if row["name"] == name]
    current = next((row for row in of_name if row["state"] == CURRENT), None)
    return current, [row for row in of_name if row["state"] == RIVAL]


def _settle(rivals: list[Row], new: FactValue, by_person: bool, now: datetime) -> list[Row]:
    """A person ends a dispute; a source that says something else takes back what it said before."""
    if by_person:
        _end([row for row in rivals if row["value"] == new.value], ACCEPTED, now)
        _end([row for row in rivals if row["value"] != new.value], REJECTED, now)
        return rivals
    taken_back = [row for row in rivals if row["source"] == new.source and row["value"] != new.value]
    _end(taken_back, WITHDRAWN, now)
    return taken_back


def _end(rows: list[Row], state: str, now: datetime) -> None:
    for row in rows:
        row["state"], row["ended_at"] = state, now.isoformat()


def _asked_for(kept: KeptCard) -> list[str]:
    """The facts that open decisions are about to make."""
    return [row["fact"] for row in kept.decisions if row["state"] == "open" and row["fact"]]


def _value(row: Row) -> FactValue:
    return FactValue(row["value"], row["kind"], row["source"])


def _said_by(row: Row) -> tuple[str, str]:
    return row["value"], row["source"]


def _row(name: str, new: FactValue, state: str, kind: str, by: str, now: datetime) -> Row:
    return {
        "name": name, "value": new.value, "kind": new.kind, "source": new.source, "state": state,
        "by": {"kind": kind, "name": by}, "set_at": now.isoformat(), "ended_at": None,
    }  # fmt: skip
