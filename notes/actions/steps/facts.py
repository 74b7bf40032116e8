"""The one place where a fact comes to be, inside an action's transaction."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from notes.actions.steps.escalations import raise_escalation, settle_by_fact
from notes.models import Actor, Card, Escalation, Fact
from notes.models.fact import FactState
from notes.rules.escalations import disputed
from notes.rules.fact_decisions import FactDecision, FactValue, decide_fact


@dataclass(frozen=True, slots=True)
class Put:
    """`escalation` is the decision that a dispute waits for."""

    decision: FactDecision
    escalation: Escalation | None = None


def put_fact(card: Card, name: str, new: FactValue, *, by: Actor, now: datetime, replaces: str | None = None) -> Put:
    """Decide about a value and keep what is to be kept; the card is held by the caller."""
    current = _standing(card, name, FactState.CURRENT).first()
    known = FactValue(current.value, current.kind, current.source) if current else None
    in_dispute = _standing(card, name, FactState.RIVAL).exists()
    decision = decide_fact(name, known, new, replaces, by_person=by.is_person, in_dispute=in_dispute)
    if decision.outcome == "refused":
        return Put(decision)
    if decision.outcome in ("created", "superseded"):
        _end(_standing(card, name, FactState.CURRENT), FactState.SUPERSEDED, now)
        _add(card, name, new, FactState.CURRENT, by=by, now=now)
    if decision.outcome == "disputed" and not _said_before(card, name, new):
        _add(card, name, new, FactState.RIVAL, by=by, now=now)
    settled = _settle(card, name, new, by=by, now=now)
    if decision.outcome == "disputed" and known:
        return Put(decision, raise_escalation(card, disputed(name, known, new), by=by, now=now).escalation)
    _close_decision(card, name, new, by=by, now=now)
    return Put(FactDecision("settled") if settled and decision.outcome == "unchanged" else decision)


def _close_decision(card: Card, name: str, new: FactValue, *, by: Actor, now: datetime) -> None:
    in_dispute = _standing(card, name, FactState.RIVAL).exists()
    settle_by_fact(card, name, new.value, in_dispute, by=by, now=now)


def _settle(card: Card, name: str, new: FactValue, *, by: Actor, now: datetime) -> int:
    """A person ends a dispute; a source that says something else takes back what it said before."""
    rivals = _standing(card, name, FactState.RIVAL)
    if by.is_person:
        accepted = _end(rivals.filter(value=new.value), FactState.ACCEPTED, now)
        return accepted + _end(rivals, FactState.REJECTED, now)
    return _end(rivals.filter(source=new.source).exclude(value=new.value), FactState.WITHDRAWN, now)


def _end(facts: QuerySet[Fact], state: FactState, now: datetime) -> int:
    return facts.update(state=state, ended_at=now)


def _said_before(card: Card, name: str, new: FactValue) -> bool:
    return _standing(card, name, FactState.RIVAL).filter(value=new.value, source=new.source).exists()


def _standing(card: Card, name: str, state: FactState) -> QuerySet[Fact]:
    return Fact.objects.filter(card=card, name=name, state=state)


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
