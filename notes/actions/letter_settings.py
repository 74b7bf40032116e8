"""Which letters a person gets, and when. Everyone decides that for themselves."""

from dataclasses import dataclass
from datetime import time
from zoneinfo import available_timezones

from django.db import transaction

from notes.actions.errors import Invalid
from notes.models import Membership, Role, User
from notes.queries.recipients import SETTINGS, switches_of
from notes.rules.problems import Problem


@dataclass(frozen=True, slots=True)
class Wishes:
    """`wanted` holds `<membership>.<kind>` for each box that is ticked. Times that are no times come as typed."""

    time_zone: str
    quiet_from: time | str | None
    quiet_until: time | str | None
    wanted: frozenset[str]


def save_letter_settings(*, user: User, wishes: Wishes) -> None:
    """In all projects of the person. What their role does not get is left as it was."""
    if problems := _problems(wishes):
        raise Invalid(*problems)
    with transaction.atomic(durable=True):
        User.objects.filter(pk=user.pk).update(
            time_zone=wishes.time_zone, quiet_from=wishes.quiet_from, quiet_until=wishes.quiet_until
        )
        for membership in Membership.objects.filter(user=user).order_by("pk"):
            kinds = switches_of(Role(membership.role))
            wants = {SETTINGS[kind]: f"{membership.pk}.{kind}" in wishes.wanted for kind in kinds}
            if wants:
                Membership.objects.filter(pk=membership.pk).update(**wants)


def turn_off(*, membership: Membership, kind: str) -> None:
    """By the link in a letter: whoever has it may use it, as often as they like."""
    with transaction.atomic(durable=True):
        Membership.objects.filter(pk=membership.pk).update(**{SETTINGS[kind]: False})


def _problems(wishes: Wishes) -> list[Problem]:
    found = []
    if wishes.time_zone not in available_timezones():
        says = "The desk does not know this time zone. Choose one from the list, such as Asia/Kolkata."
        found.append(Problem("letters.bad_time_zone", says))
    if isinstance(wishes.quiet_from, str) or isinstance(wishes.quiet_until, str):
        says = "Quiet hours are two times of day. Write them like 22:00 and 07:00."
        found.append(Problem("letters.bad_time", says))
    elif (wishes.quiet_from is None) != (wishes.quiet_until is None):
        says = "Quiet hours need a beginning and an end. Give both, or clear both."
        found.append(Problem("letters.half_quiet", says))
    elif wishes.quiet_from is not None and wishes.quiet_from == wishes.quiet_until:
        says = "Quiet hours that end when they begin hold nothing back. Give two different times, or clear both."
        found.append(Problem("letters.no_quiet", says))
    return found
