"""Who looks after a decision: someone who says so for a while, or a member to whom it was given."""

from datetime import datetime, timedelta

from django.db import transaction

from notes.actions.errors import Invalid, OutOfStep, require
from notes.actions.steps.history import record
from notes.actions.steps.standing import hold_escalation, require_standing
from notes.mail import outbox
from notes.models import Actor, Escalation, Role, User
from notes.queries.access import members_from
from notes.queries.escalations import on_it
from notes.rules.problems import Problem

CLAIMED_FOR = timedelta(minutes=15)


def claim_escalation(*, escalation: Escalation, by: Actor, now: datetime) -> Escalation:
    """“I am on it”: told to the others for a quarter of an hour. It keeps nobody from answering."""
    require(by, Role.REVIEWER, "take decisions on")
    with transaction.atomic(durable=True):
        held = hold_escalation(escalation, by)
        require_standing(held)
        if (other := on_it(held, now)) and other.user_id != by.user_id:
            says = f"{other.name} is on it. You can answer all the same; the first answer holds."
            raise OutOfStep(Problem("escalation.claimed", says))
        _claim(held, by.user_id, now + CLAIMED_FOR)
        record("escalation.claimed", by=by, now=now, card=held.card, escalation=held.pk)
        return held


def release_escalation(*, escalation: Escalation, by: Actor, now: datetime) -> Escalation:
    """By the one who took it on; for anyone else nothing changes."""
    require(by, Role.REVIEWER, "take decisions on")
    with transaction.atomic(durable=True):
        held = hold_escalation(escalation, by)
        if held.claimed_by_id == by.user_id:
            _claim(held, None, None)
            record("escalation.released", by=by, now=now, card=held.card, escalation=held.pk)
        return held


def assign_escalation(*, escalation: Escalation, by: Actor, now: datetime, to: User | None) -> Escalation:
    """To a member who may answer it, who gets the letter if they have not had it; None takes it back."""
    require(by, Role.OPERATOR, "give decisions to members")
    with transaction.atomic(durable=True):
        held = hold_escalation(escalation, by)
        require_standing(held)
        if to is not None and not members_from(held.project_id, Role.REVIEWER).filter(user=to).exists():
            says = f"{to} may not answer decisions of this project: choose a reviewer, an operator or a maintainer."
            raise Invalid(Problem("escalation.bad_assignee", says))
        held.assignee = to
        held.save(update_fields=["assignee"])
        record("escalation.assigned", by=by, now=now, card=held.card, escalation=held.pk, user=to.pk if to else None)
        if to is not None:
            outbox.write_raised(held, now)
        return held


def _claim(held: Escalation, user_id: int | None, until: datetime | None) -> None:
    held.claimed_by_id, held.claimed_until = user_id, until
    held.save(update_fields=["claimed_by", "claimed_until"])
