"""Which writes of programs were turned down in a stretch of time, card by card."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from notes.models import ActorKind, Card, Refusal
from notes.queries.words import for_people

PROGRAMS = (ActorKind.AGENT, ActorKind.SUMMARISER, ActorKind.RUNNER)
CAME_LATE = "It came late and was not applied."


@dataclass(frozen=True, slots=True)
class OfCard:
    """How many writes of one card were refused, when, and the reason of the last one."""

    card: Card
    count: int
    first: datetime
    last: datetime
    reason: str


def projects_with_refusals(since: datetime, until: datetime) -> list[int]:
    """The projects in which programs had writes turned down."""
    return list(_between(since, until).values_list("card__project", flat=True).distinct())


def by_card(project_id: int, since: datetime, until: datetime) -> list[OfCard]:
    """The card with the most refusals first."""
    found: dict[Card, list[Refusal]] = defaultdict(list)
    rows = _between(since, until).filter(card__project=project_id).select_related("card").defer("text")
    for refusal in rows.order_by("at", "pk"):
        found[refusal.card].append(refusal)
    cards = [_of_card(card, refusals) for card, refusals in found.items()]
    return sorted(cards, key=lambda of: (-of.count, of.card.key))


def _of_card(card: Card, refusals: list[Refusal]) -> OfCard:
    last = refusals[-1]
    reason = "" if last.late else first_reason(last)
    return OfCard(card, len(refusals), refusals[0].at, last.at, reason or CAME_LATE)


def _between(since: datetime, until: datetime) -> QuerySet[Refusal]:
    return Refusal.objects.filter(at__gte=since, at__lt=until, by_kind__in=PROGRAMS)


def first_reason(refusal: Refusal) -> str:
    """Empty where none was kept."""
    if not refusal.problems:
        return ""
    first = refusal.problems[0]
    return for_people(first["code"], first["says"], refusal.card.format)
