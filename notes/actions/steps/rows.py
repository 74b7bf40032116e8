"""Rows that are added on the way of every write, with SQL that is made once for each table."""

from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model


def add(row: Model) -> None:
    """Only for rows whose id nobody asks for: it is not read back."""
    fields, sql = _made(type(row))
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


@cache
def _made(model: type[Model]) -> tuple[list["Field[Any, Any]"], str]:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(field.column or "") for field in fields)
    values = ", ".join("%s" for _ in fields)
    return fields, f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({values})"  # noqa: S608
