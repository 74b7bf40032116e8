"""Tells those who look after a project, once a day, which writes of programs were refused since they were told last."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Max

from notes.mail import outbox
from notes.models import Letter, Membership, Project
from notes.models.letter import LetterKind
from notes.queries import recipients, refusals
from notes.rules.letters.digest_days import MOST_DAYS, Days, bounds, days_to_tell

# The days of a digest, wherever that is, lie in it: today, a day that has 25 hours, and zones between 12 and -14.
LOOKED_AT = timedelta(days=MOST_DAYS + 2)


def write_digests(*, now: datetime) -> int:
    """How many were written. A second worker that comes to the same ones writes none."""
    return sum(_of_project(project, now) for project in refusals.projects_with_refusals(now - LOOKED_AT, now))


def _of_project(project_id: int, now: datetime) -> int:
    told = _told(project_id, now)
    members = recipients.wanting(project_id, LetterKind.REFUSALS).select_related("project")
    due = ((member, days_to_tell(now, member.user.zone, told.get(member.user_id))) for member in members)
    return sum(_write(member, days, now) for member, days in due if days)


def _told(project_id: int, now: datetime) -> dict[int, date]:
    """By user: the last day that a digest told of."""
    letters = Letter.objects.filter(project=project_id, day__gte=(now - LOOKED_AT).date())
    return dict(letters.values_list("user").annotate(Max("day")))


def _write(member: Membership, days: Days, now: datetime) -> bool:
    """With the project held: what is quoted is not taken off the desk in between."""
    with transaction.atomic(durable=True):
        member.project = Project.objects.select_for_update(no_key=True).get(pk=member.project_id)
        cards = refusals.by_card(member.project_id, *bounds(days, member.user.zone))
        if cards:
            outbox.write_refusals(member, days.last, cards, now)
    return bool(cards)
