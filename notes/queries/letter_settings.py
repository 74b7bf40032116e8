"""What the page of one's own letters shows."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time
from zoneinfo import available_timezones

from django.http import QueryDict

from notes.models import Letter, Membership, Role, User
from notes.queries.letters import undelivered
from notes.queries.recipients import SETTINGS, switches_of
from notes.queries.words import letter_words


@dataclass(frozen=True, slots=True)
class Box:
    """A kind of letters that can be ticked."""

    name: str
    words: str
    ticked: bool


@dataclass(frozen=True, slots=True)
class OfProject:
    name: str
    role: str
    boxes: list[Box]


@dataclass(frozen=True, slots=True)
class LetterSettings:
    projects: list[OfProject]
    zones: list[str]
    time_zone: str
    quiet_from: str
    quiet_until: str
    undelivered: Iterable[Letter]


def letter_settings(user: User, now: datetime, typed: QueryDict | None = None) -> LetterSettings:
    """As it is kept; or as it was typed, where that could not be saved."""
    members = Membership.objects.filter(user=user).select_related("project").order_by("project__name", "pk")
    wanted = None if typed is None else typed.getlist("wanted")
    return LetterSettings(
        projects=[_of_project(member, wanted) for member in members],
        zones=sorted(available_timezones()),
        time_zone=_typed(typed, "time_zone", user.time_zone),
        quiet_from=_typed(typed, "quiet_from", _clock(user.quiet_from)),
        quiet_until=_typed(typed, "quiet_until", _clock(user.quiet_until)),
        undelivered=undelivered(user, now),
    )


def _of_project(member: Membership, wanted: list[str] | None) -> OfProject:
    role = Role(member.role)
    return OfProject(member.project.name, role.value, [_box(member, kind, wanted) for kind in switches_of(role)])


def _box(member: Membership, kind: str, wanted: list[str] | None) -> Box:
    name = f"{member.pk}.{kind}"
    ticked = getattr(member, SETTINGS[kind]) if wanted is None else name in wanted
    return Box(name, letter_words(kind), ticked)


def _typed(typed: QueryDict | None, name: str, kept: str) -> str:
    return kept if typed is None else typed.get(name, "")


def _clock(at: time | None) -> str:
    return f"{at:%H:%M}" if at else ""
