"""All that a database holds, so that a test can look for what must not be in it."""

from typing import Any

from django.db import connection


def every_row() -> str:
    """Of every table, in one text."""
    with connection.cursor() as cursor:
        return "\n".join(
            f"{name}: {row}" for name in connection.introspection.table_names(cursor) for row in _rows(name)
        )


def _rows(table: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
        return list(cursor.fetchall())
