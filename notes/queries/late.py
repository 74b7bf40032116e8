"""Decisions whose due time has passed and nobody was reminded of since."""

from datetime import datetime

from django.db.models import F, Q, QuerySet

from notes.models import Escalation
from notes.models.escalation import STANDS

NOT_REMINDED = Q(reminded_at=None) | Q(reminded_at__lt=F("due_at"))


def late(now: datetime) -> QuerySet[Escalation]:
    return Escalation.objects.filter(NOT_REMINDED, STANDS, due_at__lte=now).order_by("due_at", "pk")
