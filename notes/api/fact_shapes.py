"""Facts as JSON."""

from typing import Any

from typing_extensions import TypedDict

from notes.api.shapes import By
from notes.models import Fact
from notes.queries.facts import Trail


class Said(TypedDict):
    """`state`: current, superseded, rival (said against the current value; a person has not decided yet), or what
    became of a rival: accepted, rejected (by a person) or withdrawn (by its source).
    """

    value: str
    kind: str
    source: str
    state: str
    by: By
    set_at: str
    ended_at: str | None


class FactOut(TypedDict):
    """`state` is current or disputed; `trail` has every value that was ever said, oldest first."""

    name: str
    value: str | None
    kind: str | None
    source: str | None
    state: str
    trail: list[Said]


class FactList(TypedDict):
    facts: list[FactOut]


def fact_out(trail: Trail) -> FactOut:
    current = trail.current
    return {
        "name": trail.name,
        "value": current.value if current else None,
        "kind": current.kind if current else None,
        "source": current.source if current else None,
        "state": "disputed" if trail.rivals else "current",
        "trail": [_said(fact) for fact in trail.all],
    }


def facts_out(trails: list[Trail]) -> dict[str, Any]:
    return {"facts": [fact_out(trail) for trail in trails]}


def _said(fact: Fact) -> Said:
    return {
        "value": fact.value,
        "kind": fact.kind,
        "source": fact.source,
        "state": fact.state,
        "by": {"kind": fact.by_kind, "name": fact.by_name},
        "set_at": fact.set_at.isoformat(),
        "ended_at": fact.ended_at.isoformat() if fact.ended_at else None,
    }
