"""Tells those who look after a project, once a day, which writes of programs were refused the day before."""

from datetime import date, datetime, timedelta

from django.db import transaction

from notes.mail import outbox
from notes.mail.sheets import zone_of
from notes.models import Letter, Membership
from notes.models.letter import LetterKind
from notes.queries import recipients, refusals
from notes.rules.digest_days import bounds, day_to_tell

# Yesterday, wherever that is, lies in it.
LOOKED_AT = timedelta(hours=64)


def write_digests(*, now: datetime) -> int:
    """How many were written. A second worker that comes to the same ones writes none."""
    return sum(_of_project(project, now) for project in refusals.projects_with_refusals(now - LOOKED_AT, now))


def _of_project(project_id: int, now: datetime) -> int:
    members = recipients.wanting(project_id, LetterKind.REFUSALS).select_related("project")
    due = [(member, day) for member in members if (day := day_to_tell(now, zone_of(member.user)))]
    had = Letter.objects.filter(project=project_id, day__in={day for _, day in due})
    known = set(had.values_list("user", "day"))
    return sum(_write(member, day, now) for member, day in due if (member.user_id, day) not in known)


def _write(member: Membership, day: date, now: datetime) -> bool:
    cards = refusals.by_card(member.project_id, *bounds(day, zone_of(member.user)))
    if not cards:
        return False
    with transaction.atomic(durable=True):
        outbox.write_refusals(member, day, cards, now)
    return True
