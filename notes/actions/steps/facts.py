"""The one place where a fact comes to be, inside an action's transaction."""

from datetime import datetime

from notes.models import Actor, Card, Fact
from notes.models.fact import FactState
from notes.rules.fact_decisions import FactDecision, FactValue, decide_fact


def put_fact(
    card: Card, name: str, new: FactValue, *, by: Actor, now: datetime, replaces: str | None = None
) -> FactDecision:
    """Decide about a value and keep what is to be kept; the card is held by the caller."""
    current = Fact.objects.filter(card=card, name=name, state=FactState.CURRENT).first()
    known = FactValue(current.value, current.source, current.kind) if current else None
    decision = decide_fact(name, known, new, replaces, by_person=by.is_person)
    if decision.outcome == "superseded":
        _end(card, name, now)
    if decision.outcome in ("created", "superseded"):
        _add(card, name, new, FactState.CURRENT, by=by, now=now)
    if decision.outcome == "disputed" and not _said_before(card, name, new):
        _add(card, name, new, FactState.RIVAL, by=by, now=now)
    return decision


def _end(card: Card, name: str, now: datetime) -> None:
    """What stood and what stood against it: a new value settles both."""
    standing = Fact.objects.filter(card=card, name=name).exclude(state=FactState.SUPERSEDED)
    standing.update(state=FactState.SUPERSEDED, ended_at=now)


def _said_before(card: Card, name: str, new: FactValue) -> bool:
    rivals = Fact.objects.filter(card=card, name=name, state=FactState.RIVAL)
    return rivals.filter(value=new.value, source=new.source).exists()


def _add(card: Card, name: str, new: FactValue, state: FactState, *, by: Actor, now: datetime) -> None:
    Fact.objects.create(
        card=card,
        name=name,
        value=new.value,
        kind=new.kind,
        source=new.source,
        state=state,
        by_kind=by.kind,
        by_name=by.name,
        set_at=now,
    )
