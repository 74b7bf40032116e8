"""Handing work on, reading it back, and taking it. Two tries that do not match stop it, and a person is asked."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction

from notes.actions.errors import Invalid, OutOfStep, require, require_writer
from notes.actions.steps.answers import Keyed, claim, keep
from notes.actions.steps.cards import hold
from notes.actions.steps.content import require_here
from notes.actions.steps.escalations import raise_escalation
from notes.actions.steps.history import record
from notes.models import Actor, Card, Escalation, Handoff, ReadBack, Role
from notes.models.handoff import HandoffKind, HandoffState
from notes.queries import handoffs, notes
from notes.rules.decisions.escalations import failed_read_back
from notes.rules.handoffs.fields import check_fields
from notes.rules.handoffs.next_actions import next_action as next_action_of
from notes.rules.handoffs.read_back import TRIES, Restated, differences, kept
from notes.rules.problems import Problem
from notes.rules.texts import storable
from notes.rules.writing.first_problems import first_problems


@dataclass(frozen=True, slots=True)
class ReadBackDone:
    """`escalation` is the decision that the second failure asks for."""

    handoff: Handoff
    read_back: ReadBack
    tries_left: int
    escalation: Escalation | None = None


def hand_off(
    *,
    card: Card,
    by: Actor,
    now: datetime,
    to: str,
    kind: str,
    trace: str = "",
    keyed: Keyed[Handoff] | None = None,
) -> Handoff:
    """Freezes the note's revision, the facts as they stand and the next action."""
    require_writer(by, to="hand work over")
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = hold(card, by)
        require_here(held.project)
        if problems := check_fields(to, kind, trace):
            raise Invalid(*problems)
        note = notes.newest(held)
        if note is None:
            raise OutOfStep(_no_note(held))
        handoff = Handoff.objects.create(
            project_id=held.project_id,
            card=held,
            kind=kind,
            to=to,
            revision=note.revision,
            facts=handoffs.facts_to_carry(held),
            next_action=next_action_of(note.document),
            trace=trace,
            by_kind=by.kind,
            by_name=by.name,
            at=now,
        )
        record("handoff.sent", by=by, now=now, card=held, handoff=handoff.pk, kind=kind, revision=note.revision)
        return keep(keyed, handoff)


def read_back(
    *,
    handoff: Handoff,
    by: Actor,
    now: datetime,
    facts: Mapping[str, str | None],
    next_action: str | None,
    keyed: Keyed[ReadBackDone] | None = None,
) -> ReadBackDone:
    """The second failure is not the end: it stops the handoff and asks a person, in the same transaction."""
    _require_receiver(handoff, by)
    with transaction.atomic(durable=True):
        claim(keyed, now)
        held = _hold(handoff, by)
        require_here(held.project)
        sent, got = handoffs.sent(held), Restated(facts, next_action)
        problems = first_problems(differences(sent, got))
        if held.state != HandoffState.SENT:
            return keep(keyed, _again(held, bool(problems)))
        tried = _keep_try(held, kept(sent, got), problems, by, now)
        if not problems:
            _settle(held, HandoffState.ACCEPTED, by, now)
            record("handoff.accepted", by=by, now=now, card=held.card, handoff=held.pk, tries=tried.number)
            return keep(keyed, ReadBackDone(held, tried, TRIES - tried.number))
        codes = sorted({problem.code for problem in problems})
        record("handoff.misread", by=by, now=now, card=held.card, handoff=held.pk, tries=tried.number, codes=codes)
        if tried.number < TRIES:
            return keep(keyed, ReadBackDone(held, tried, TRIES - tried.number))
        return keep(keyed, ReadBackDone(held, tried, 0, _stop(held, by, now)))


def accept_handoff(*, handoff: Handoff, by: Actor, now: datetime) -> Handoff:
    """A person says “I have it”. Said twice it is no error."""
    require(by, Role.REVIEWER, "take a handoff")
    with transaction.atomic(durable=True):
        held = _hold(handoff, by)
        if held.kind != HandoffKind.PERSON:
            says = f"This handoff goes to {held.to}, who has to read it back exactly: no one can take it instead."
            raise OutOfStep(Problem("handoff.to_be_read_back", says))
        if held.state == HandoffState.STOPPED:
            raise OutOfStep(_stopped(held))
        if held.state == HandoffState.SENT:
            _settle(held, HandoffState.ACCEPTED, by, now)
            record("handoff.accepted", by=by, now=now, card=held.card, handoff=held.pk)
        return held


def _require_receiver(handoff: Handoff, by: Actor) -> None:
    """A program cannot say that a person knows."""
    if by.is_person or handoff.kind == HandoffKind.PERSON:
        require(by, Role.REVIEWER, "read back what is handed to a person" if not by.is_person else "read handoffs back")


def _hold(handoff: Handoff, by: Actor) -> Handoff:
    """As it is now, with its card held: two tries take turns. Raises Card.DoesNotExist for another project's."""
    card = hold(handoff.card, by)
    held = Handoff.objects.get(pk=handoff.pk, card=card)
    held.card, held.project = card, card.project
    return held


def _keep_try(held: Handoff, got: Restated, problems: tuple[Problem, ...], by: Actor, now: datetime) -> ReadBack:
    return ReadBack.objects.create(
        handoff=held,
        number=held.read_backs.count() + 1,
        facts=storable(dict(got.facts)),
        next_action=storable(got.next_action),
        problems=storable([asdict(problem) for problem in problems]),
        by_kind=by.kind,
        by_name=by.name,
        at=now,
    )


def _settle(held: Handoff, state: HandoffState, by: Actor, now: datetime) -> None:
    held.state, held.settled_at, held.settled_by_kind, held.settled_by_name = state, now, by.kind, by.name
    held.save(update_fields=["state", "escalation", "settled_at", "settled_by_kind", "settled_by_name"])


def _stop(held: Handoff, by: Actor, now: datetime) -> Escalation:
    tries = [(tried.facts, tried.next_action) for tried in held.read_backs.order_by("number")]
    asked = failed_read_back(to=held.to, facts=held.facts, next_action=held.next_action, tries=tries)
    escalation = raise_escalation(held.card, asked, by=by, now=now, handoff=held).escalation
    held.escalation = escalation
    _settle(held, HandoffState.STOPPED, by, now)
    record("handoff.stopped", by=by, now=now, card=held.card, handoff=held.pk, escalation=escalation.pk)
    return escalation


def _again(held: Handoff, differs: bool) -> ReadBackDone:
    """A read-back that comes after the end."""
    if held.state == HandoffState.STOPPED:
        raise OutOfStep(_stopped(held))
    right = held.read_backs.order_by("number").last()
    if differs or right is None:
        raise OutOfStep(_accepted(held))
    return ReadBackDone(held, right, TRIES - right.number)


def _no_note(card: Card) -> Problem:
    says = f"{card.key} has no note yet, so there is nothing to hand over: write the note first."
    return Problem("handoff.no_note", says)


def _accepted(held: Handoff) -> Problem:
    says = f"{held.settled_by_name} has this handoff already, and it was right: go on with what was sent."
    return Problem("handoff.accepted", says)


def _stopped(held: Handoff) -> Problem:
    says = f"This handoff was stopped after {TRIES} tries that did not match"
    escalation = held.escalation
    if escalation is None:
        return Problem("handoff.stopped", f"{says}: hand over anew once a person has decided.")
    detail = {"escalation": str(escalation.pk)}
    if escalation.stands:
        says += f": wait for the answer to decision {escalation.pk}, then hand over anew."
    else:
        says += f", and decision {escalation.pk} about it was settled: hand over anew."
    return Problem("handoff.stopped", says, detail=detail)
