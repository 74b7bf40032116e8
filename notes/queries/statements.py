"""Runs SQL that was made once. Django's cursor takes each statement apart anew, which costs more than most of them."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections


def rows(sql: str, parameters: Sequence[Any]) -> list[Any]:
    """All that the statement finds. Placeholders are `%s`; no other % is in the SQL."""
    found: list[Any] = _run(sql, parameters, lambda cursor: cursor.fetchall())
    return found


def changed(sql: str, parameters: Sequence[Any]) -> int:
    """How many rows the statement added or changed."""
    return int(_run(sql, parameters, lambda cursor: cursor.rowcount))


def _run(sql: str, parameters: Sequence[Any], take: Callable[[Any], Any]) -> Any:
    here = connections[DEFAULT_DB_ALIAS]
    if here.queries_logged or here.execute_wrappers:
        # Someone looks at what is asked.
        with here.cursor() as cursor:
            cursor.execute(sql, parameters)
            return take(cursor)
    here.ensure_connection()
    here.validate_no_broken_transaction()
    with here.wrap_database_errors:
        return take(here.connection.execute(_for_driver(sql, here.vendor), parameters))


@cache
def _for_driver(sql: str, vendor: str) -> str:
    return sql.replace("%s", "?") if vendor == "sqlite" else sql
