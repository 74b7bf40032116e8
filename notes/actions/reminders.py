"""Says once that a decision is late."""

from datetime import datetime

from django.db import transaction

from notes.actions.steps.cards import hold
from notes.actions.steps.history import record
from notes.mail import outbox
from notes.models import Actor, ActorKind, Escalation
from notes.queries.late import late

THE_DESK = "handoff desk"


def remind_late(*, now: datetime) -> int:
    """How many decisions became late. Each is told once for each due time, whoever comes first."""
    found = late(now).select_related("card__project")
    return sum(_remind(escalation, now) for escalation in found)


def _remind(escalation: Escalation, now: datetime) -> bool:
    by = Actor(ActorKind.UNKNOWN, THE_DESK, escalation.project_id)
    with transaction.atomic(durable=True):
        card = hold(escalation.card, by)
        if not late(now).filter(pk=escalation.pk).update(reminded_at=now):
            return False
        told = Escalation.objects.get(pk=escalation.pk)
        told.card = card
        record("escalation.late", by=by, now=now, card=card, escalation=told.pk)
        outbox.write_late(told, now)
        return True
