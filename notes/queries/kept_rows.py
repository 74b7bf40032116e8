"""What the cache calls the rows of a note, so that whoever makes them and whoever drops them say the same."""

from collections.abc import Iterator
from datetime import datetime
from itertools import product

from notes.models import Project, Revision

RENDERED, SOURCE = "rendered", "source"
VIEWS = (RENDERED, SOURCE)


def key_of(revision: int, written_at: datetime, locks_version: int, view: str, steered: bool) -> str:
    """With the time: the cache may outlive the database of a trial."""
    return f"rows:3:{revision}:{written_at.timestamp()}:{locks_version}:{view}:{steered:d}"


def keys_of(project: Project) -> Iterator[str]:
    """Whatever may be in the cache of its notes, also as they were before locks changed."""
    rows = Revision.objects.filter(card__project=project).values_list("pk", "written_at", "card__locks_version")
    for pk, at, newest in rows.iterator():
        for version, view, steered in product(range(newest + 1), VIEWS, (False, True)):
            yield key_of(pk, at, version, view, steered)
