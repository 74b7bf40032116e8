"""Asking a person, and all that may become of it. Exactly one answer wins."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from notes.actions.errors import Invalid, NotAllowed, require, require_writer
from notes.actions.steps.answers import Keyed, claim, keep
from notes.actions.steps.cards import hold
from notes.actions.steps.content import require_here
from notes.actions.steps.escalations import Raised, raise_escalation, settle
from notes.actions.steps.facts import put_fact
from notes.actions.steps.history import record
from notes.actions.steps.standing import hold_escalation, require_standing
from notes.models import Actor, Card, Escalation, Fact, Role
from notes.models.escalation import ASKED_BY_DESK, EscalationState
from notes.models.fact import FactState
from notes.queries.facts import names, names_taken
from notes.rules.decisions.escalations import Asked, check_answer, check_asked, check_text, source_of_answer
from notes.rules.facts.decisions import FactValue
from notes.rules.facts.kinds import DEFAULT_KIND
from notes.rules.facts.names import by_fold, check_same_name, folded


@dataclass(frozen=True, slots=True)
class Answered:
    """`again`: the same person gave the same answer before, so nothing was left to do."""

    escalation: Escalation
    again: bool = False


def ask_person(*, card: Card, asked: Asked, by: Actor, now: datetime, keyed: Keyed[Raised] | None = None) -> Raised:
    """The same question that stands already is the same decision."""
    require_writer(by, to="ask for decisions")
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold(card, by)
        require_here(held.project)
        asked = replace(asked, fact_kind=asked.fact_kind or _kind_of(held, asked.fact)) if asked.fact else asked
        problems = check_asked(asked)
        if taken := check_same_name(asked.fact, by_fold(names_taken(held))) if asked.fact else None:
            problems.append(taken)
        if problems:
            raise Invalid(*problems)
        return keep(keyed, raise_escalation(held, asked, by=by, now=now))


def answer_escalation(
    *,
    escalation: Escalation,
    by: Actor,
    now: datetime,
    value: str,
    seen: str | None = None,
    keyed: Keyed[Answered] | None = None,
) -> Answered:
    """With a fact named, the answer becomes that fact, and the person its source."""
    require(by, Role.REVIEWER, "answer decisions")
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold_escalation(escalation, by)
        require_here(held.project)
        if held.state == EscalationState.ANSWERED and (held.settled_by_id, held.answer) == (by.user_id, value):
            return keep(keyed, Answered(held, again=True))
        require_standing(held, seen)
        held.fact = _called(held)
        kind = _kind_of_answer(held, value)
        if problems := check_answer(value, held.fact, kind):
            raise Invalid(*problems)
        settle(held, EscalationState.ANSWERED, by=by, now=now, answer=value, fact=held.fact)
        if held.fact:
            put = put_fact(held.card, held.fact, FactValue(value, kind, source_of_answer(by.name, now)), by=by, now=now)
            record(f"fact.{put.decision.outcome}", by=by, now=now, card=held.card, fact=held.fact)
        return keep(keyed, Answered(held))


def withdraw_escalation(
    *, escalation: Escalation, by: Actor, now: datetime, why: str = "", keyed: Keyed[Escalation] | None = None
) -> Escalation:
    """By who asked, or by an operator. A fact in dispute stays so: only an answer ends that.

    What came of its own mistake a program cannot take back: a dispute, or a handoff that was stopped.
    """
    if (by.kind, by.name) != (escalation.by_kind, escalation.by_name) and not by.may(Role.OPERATOR):
        raise NotAllowed("Only who asked for a decision, or an operator, may withdraw it.")
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold_escalation(escalation, by)
        if why:
            require_here(held.project)
        if why and (problems := check_text("reason", "The reason", why)):
            raise Invalid(*problems)
        if held.state != EscalationState.WITHDRAWN:
            require_standing(held)
            _require_own(held, by)
            settle(held, EscalationState.WITHDRAWN, by=by, now=now, answer=why.strip())
        return keep(keyed, held)


def _require_own(held: Escalation, by: Actor) -> None:
    in_dispute = Fact.objects.filter(card=held.card, name=held.fact, state=FactState.RIVAL).exists()
    if not by.is_person and (held.cause in ASKED_BY_DESK or held.handoff_id or in_dispute):
        raise NotAllowed("The desk asks this because sources disagree or a read-back failed: wait for the answer.")


def _called(held: Escalation) -> str:
    """The name of the fact as the card has it by now: two that a reader takes for one stay one."""
    known = names(held.card) if held.fact else []
    return held.fact if held.fact in known else by_fold(known).get(folded(held.fact), held.fact)


def _kind_of_answer(escalation: Escalation, value: str) -> str:
    """An option brings its own; another value has the one that was asked for."""
    chosen = next((option["kind"] for option in escalation.options if option["value"] == value), "")
    return chosen or escalation.fact_kind or _kind_of(escalation.card, escalation.fact)


def _kind_of(card: Card, name: str) -> str:
    current = Fact.objects.filter(card=card, name=name, state=FactState.CURRENT).first()
    return current.kind if current else DEFAULT_KIND
