"""Events are read in the order of their ids, and none may appear later behind one that was read already.

SQLite has one writer at a time. On PostgreSQL an id is taken before its transaction ends, so a writer with a higher
one may be seen first: a reader waits, for a moment, until the writers that have taken an id are done.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

# Any number that no other advisory lock of the desk has.
EVENTS = 7_001
HIGHEST = 2**31


def join_writers(project_id: int) -> None:
    """Called before an event gets its id; writers do not wait for each other."""
    if connection.vendor == "postgresql":
        _lock("pg_advisory_xact_lock_shared", project_id)


@contextmanager
def after_writers(project_id: int) -> Iterator[None]:
    """What is read inside stays as it is: no writer still holds an id among those that are there."""
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic():
        _lock("pg_advisory_xact_lock", project_id)
        yield


def _lock(function: str, project_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [EVENTS, project_id % HIGHEST])
