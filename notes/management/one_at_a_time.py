"""Two processes that start together bring the database up to date one after the other."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

# Any number that no other advisory lock of the desk has.
UP_TO_DATE = 7_002


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """The others wait here. PostgreSQL gives the lock back when its holder is killed.

    SQLite is for one process and needs none.
    """
    if connection.vendor != "postgresql":
        yield
        return
    _ask("pg_advisory_lock")
    try:
        yield
    finally:
        _ask("pg_advisory_unlock")


def _ask(function: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [UP_TO_DATE])
