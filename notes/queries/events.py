"""The history of a project in order, for mirrors and audits."""

from notes.models import Event, Project
from notes.queries.event_order import after_writers


def events_after(project: Project, after: int, limit: int) -> list[Event]:
    with after_writers(project.pk):
        found = Event.objects.filter(project=project, pk__gt=after).select_related("card")
        return list(found.order_by("pk")[:limit])
