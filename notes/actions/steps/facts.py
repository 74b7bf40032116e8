"""The one place where a fact comes to be, inside an action's transaction."""

from dataclasses import dataclass
from datetime import datetime

from notes.actions.steps.escalations import raise_escalation, settle_by_fact
from notes.models import Actor, Card, Escalation, Fact
from notes.models.fact import FactState
from notes.queries.facts import said_now
from notes.rules.decisions.escalations import disputed
from notes.rules.facts.decisions import FactDecision, FactValue, decide_fact


@dataclass(frozen=True, slots=True)
class Put:
    """`escalation` is the decision that a dispute waits for."""

    decision: FactDecision
    escalation: Escalation | None = None


def put_fact(card: Card, name: str, new: FactValue, *, by: Actor, now: datetime, replaces: str | None = None) -> Put:
    """Decide about a value and keep what is to be kept; the card is held by the caller."""
    current, rivals = _said(card, name)
    known = FactValue(current.value, current.kind, current.source) if current else None
    decision = decide_fact(name, known, new, replaces, by_person=by.is_person, in_dispute=bool(rivals))
    if decision.outcome == "refused":
        return Put(decision)
    if decision.outcome in ("created", "superseded"):
        _end([current] if current else [], FactState.SUPERSEDED, now)
        _add(card, name, new, FactState.CURRENT, by=by, now=now)
    if decision.outcome == "disputed" and (new.value, new.source) not in _values(rivals):
        _add(card, name, new, FactState.RIVAL, by=by, now=now)
    settled = _settle(rivals, new, by=by, now=now)
    if decision.outcome == "disputed" and known:
        return Put(decision, raise_escalation(card, disputed(name, known, new), by=by, now=now).escalation)
    settle_by_fact(card, name, new, len(settled) < len(rivals), by=by, now=now)
    return Put(FactDecision("settled") if settled and decision.outcome == "unchanged" else decision)


def _said(card: Card, name: str) -> tuple[Fact | None, list[Fact]]:
    """The current value, and the rivals that stand against it."""
    said = said_now(card, name=name)
    current = next((fact for fact in said if fact.state == FactState.CURRENT), None)
    return current, [fact for fact in said if fact is not current]


def _settle(rivals: list[Fact], new: FactValue, *, by: Actor, now: datetime) -> list[Fact]:
    """A person ends a dispute; a source that says something else takes back what it said before."""
    if by.is_person:
        same = [fact for fact in rivals if fact.value == new.value]
        _end(same, FactState.ACCEPTED, now)
        _end([fact for fact in rivals if fact not in same], FactState.REJECTED, now)
        return rivals
    taken_back = [fact for fact in rivals if fact.source == new.source and fact.value != new.value]
    _end(taken_back, FactState.WITHDRAWN, now)
    return taken_back


def _end(facts: list[Fact], state: FactState, now: datetime) -> None:
    if facts:
        Fact.objects.filter(pk__in=[fact.pk for fact in facts]).update(state=state, ended_at=now)


def _values(facts: list[Fact]) -> set[tuple[str, str]]:
    return {(fact.value, fact.source) for fact in facts}


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
