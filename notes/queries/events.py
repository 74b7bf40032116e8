"""The history of a project in order, for mirrors and audits; and the end of the whole, for who looks on."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Max, Q, QuerySet

from notes.models import Event, Project
from notes.queries.event_order import after_writers
from notes.rules.watching import Happening, Page, concerns

MOST = 500


def events_after(project: Project, after: int, limit: int) -> list[Event]:
    with after_writers(project.pk):
        found = Event.objects.filter(project=project, pk__gt=after).select_related("card")
        return list(found.order_by("pk")[:limit])


def newest_event() -> int:
    """0 where nothing has happened yet. What a page reads after this is at least as new."""
    return Event.objects.aggregate(newest=Max("pk"))["newest"] or 0


def newest_before(moment: datetime) -> int:
    return Event.objects.filter(at__lt=moment).order_by("-pk").values_list("pk", flat=True).first() or 0


def happened_since(after: int, gaps: Collection[int] = ()) -> list[Happening]:
    """Of all projects, oldest first: those of a higher id, and those of the ids that were not there before."""
    return _happenings(Event.objects.filter(Q(pk__gt=after) | Q(pk__in=gaps)))


def is_behind(page: Page, projects: Iterable[int], after: int) -> bool:
    """Whether something happened since that the page would show. Of very much that happened, something did."""
    found = _happenings(Event.objects.filter(pk__gt=after, project__in=projects))
    return len(found) == MOST or any(concerns(page, each) for each in found)


def _happenings(events: QuerySet[Event]) -> list[Happening]:
    rows = events.order_by("pk").values_list("pk", "project_id", "card_id", "verb", "data")[:MOST]
    return [_happening(*row) for row in rows]


def _happening(pk: int, project: int, card: int | None, verb: str, data: dict[str, object]) -> Happening:
    told = (_number(data, name) for name in ("revision", "escalation", "save"))
    return Happening(pk, project, card, verb, *told)


def _number(data: dict[str, object], name: str) -> int | None:
    value = data.get(name)
    return value if isinstance(value, int) else None
