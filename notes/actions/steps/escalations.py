"""The one place where a decision is raised, widened and settled, inside an action's transaction with the card held."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from notes.actions.steps.history import record
from notes.mail import outbox
from notes.models import Actor, Card, Escalation, Handoff
from notes.models.escalation import STANDS, EscalationState
from notes.queries import escalations
from notes.rules.decisions.escalations import Asked, Excerpt, Option, joined
from notes.rules.decisions.settling import SOURCES_AGREE, after_fact
from notes.rules.facts.decisions import FactValue
from notes.rules.texts import storable


@dataclass(frozen=True, slots=True)
class Raised:
    """`is_new` is False where the same was asked already, and still waits."""

    escalation: Escalation
    is_new: bool


def raise_escalation(card: Card, asked: Asked, *, by: Actor, now: datetime, handoff: Handoff | None = None) -> Raised:
    """For one fact of a card one decision stands: whatever else comes up about it is added to that."""
    if standing := _standing(card, asked):
        _widen(standing, asked, handoff, by, now)
        return Raised(standing, is_new=False)
    return Raised(add_escalation(card, asked, by=by, now=now, handoff=handoff), is_new=True)


def add_escalation(card: Card, asked: Asked, *, by: Actor, now: datetime, handoff: Handoff | None = None) -> Escalation:
    """Whatever else stands. Who may decide gets a letter."""
    escalation = Escalation.objects.create(
        project_id=card.project_id,
        card=card,
        handoff=handoff,
        decision=asked.decision,
        cause=asked.cause,
        impact=asked.impact or "other",
        options=_kept(asked.options),
        fact=asked.fact,
        fact_kind=asked.fact_kind,
        evidence=_kept(asked.evidence),
        untrusted=_kept(asked.untrusted),
        due_at=asked.due_at,
        by_kind=by.kind,
        by_name=by.name,
        at=now,
    )
    record("escalation.raised", by=by, now=now, card=card, escalation=escalation.pk, cause=asked.cause)
    outbox.write_raised(escalation, now)
    return escalation


def settle(
    escalation: Escalation, state: EscalationState, *, by: Actor, now: datetime, answer: str = "", **data: Any
) -> None:
    """Ends the decision for good, with what was on the screen. Those who were told of it hear what came of it."""
    escalation.shown = storable(escalations.screen(escalation))
    escalation.state, escalation.answer = state, answer
    escalation.settled_by_id, escalation.settled_by_kind, escalation.settled_by_name = by.user_id, by.kind, by.name
    escalation.settled_at, escalation.claimed_by, escalation.claimed_until = now, None, None
    escalation.save()
    record(f"escalation.{state}", by=by, now=now, card=escalation.card, escalation=escalation.pk, **data)
    if state == EscalationState.ANSWERED:
        outbox.write_answered(escalation, now)


def settle_by_fact(card: Card, name: str, new: FactValue, in_dispute: bool, *, by: Actor, now: datetime) -> None:
    """Of a fact that was put right in another way than by an answer."""
    standing = Escalation.objects.filter(STANDS, card=card, fact=name).first()
    if standing is None:
        return
    standing.card = card
    options = [option["value"] for option in standing.options]
    left = after_fact(standing.cause, options, new.value, by_person=by.is_person, in_dispute=in_dispute)
    if left == "answered":
        settle(standing, EscalationState.ANSWERED, by=by, now=now, answer=new.value, fact=name)
    elif left == "withdrawn":
        settle(standing, EscalationState.WITHDRAWN, by=by, now=now, answer=SOURCES_AGREE, fact=name)
    elif left == "widened":
        now_current = Asked(standing.decision, options=(Option(new.value, new.source, new.kind),))
        _widen(standing, now_current, None, by, now)


def _standing(card: Card, asked: Asked) -> Escalation | None:
    same = {"fact": asked.fact} if asked.fact else {"fact": "", "decision": asked.decision}
    found = Escalation.objects.filter(STANDS, card=card, **same).first()
    if found:
        found.card = card
    return found


def _widen(standing: Escalation, asked: Asked, handoff: Handoff | None, by: Actor, now: datetime) -> None:
    changes: dict[str, Any] = {
        "options": _kept(joined([Option(**option) for option in standing.options], asked.options)),
        "evidence": _with(standing.evidence, asked.evidence),
        "untrusted": _with(standing.untrusted, asked.untrusted),
        "due_at": min(filter(None, (standing.due_at, asked.due_at)), default=None),
        "handoff": handoff or standing.handoff,
    }
    changes = {name: value for name, value in changes.items() if value != getattr(standing, name)}
    if changes:
        for name, value in changes.items():
            setattr(standing, name, value)
        standing.save(update_fields=list(changes))
        record("escalation.widened", by=by, now=now, card=standing.card, escalation=standing.pk, fields=list(changes))


def _with(kept: list[dict[str, str]], more: Iterable[Excerpt]) -> list[dict[str, str]]:
    return [*kept, *(each for each in _kept(more) if each not in kept)]


def _kept(parts: Iterable[Option | Excerpt]) -> list[dict[str, str]]:
    kept: list[dict[str, str]] = storable([asdict(part) for part in parts])
    return kept
