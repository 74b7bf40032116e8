"""Events are read in the order of their ids, and none may appear later behind one that was read already.

SQLite has one writer at a time. On PostgreSQL an id is taken before its transaction ends, so a writer with a higher
one may be seen first: a reader waits, for a moment, until the writers that have taken an id are done.
"""

from django.db import connection

# Any number that no other advisory lock of the desk has.
EVENTS = 7_001
HIGHEST = 2**31


def join_writers(project_id: int) -> None:
    """Called before an event gets its id; writers do not wait for each other."""
    _lock("pg_advisory_xact_lock_shared", project_id)


def wait_for_writers(project_id: int) -> None:
    """Called before events are read, in the same transaction."""
    _lock("pg_advisory_xact_lock", project_id)


def _lock(function: str, project_id: int) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {function}(%s, %s)", [EVENTS, project_id % HIGHEST])
