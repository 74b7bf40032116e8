"""Rows that every write adds or changes, with SQL that is made once: making it anew takes longer than running it."""

from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from django.db import connection
from django.db.models import Field, JSONField, Model

from notes.queries import statements


def add(model: type[Model], /, **values: Any) -> None:
    """What is left out gets its default. The id of the new row is not read back."""
    statements.changed(_insert(model), _values(model, values))


def add_numbered(model: type[Model], /, **values: Any) -> int:
    """The same, and the id of the new row."""
    returning = f"{_insert(model)} RETURNING {_quoted('id')}"
    return int(statements.rows(returning, _values(model, values))[0][0])


def change(model: type[Model], where: dict[str, Any], /, **values: Any) -> int:
    """How many rows there were of that kind, which now have these values."""
    fields = _fields(model)
    sent = [_sent(fields[name], value) for name, value in values.items()]
    return statements.changed(_update(model, tuple(where), tuple(values)), [*sent, *where.values()])


def _values(model: type[Model], given: dict[str, Any]) -> list[Any]:
    return [
        _sent(field, given[name] if name in given else field.get_default()) for name, field in _fields(model).items()
    ]


def _sent(field: "Field[Any, Any]", value: Any) -> Any:
    """Of moments and of JSON a database wants something else than Python has."""
    if isinstance(value, datetime):
        return _moment(value)
    return field.get_db_prep_save(value, connection) if isinstance(field, JSONField) else value


@lru_cache(maxsize=64)
def _moment(value: datetime) -> Any:
    """One action writes its moment into many rows; all columns take it alike."""
    return connection.ops.adapt_datetimefield_value(value)


@cache
def _fields(model: type[Model]) -> dict[str, "Field[Any, Any]"]:
    return {field.attname: field for field in model._meta.concrete_fields if not field.primary_key}


@cache
def _insert(model: type[Model]) -> str:
    names = _fields(model)
    columns, values = ", ".join(map(_quoted, names)), ", ".join(["%s"] * len(names))
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({columns}) VALUES ({values})"  # noqa: S608


@cache
def _update(model: type[Model], where: tuple[str, ...], names: tuple[str, ...]) -> str:
    columns = ", ".join(f"{_quoted(name)} = %s" for name in names)
    rows = " AND ".join(f"{_quoted(name)} = %s" for name in where)
    return f"UPDATE {_quoted(model._meta.db_table)} SET {columns} WHERE {rows}"  # noqa: S608


def _quoted(name: str) -> str:
    """Columns are called as their attributes here: no model names one itself."""
    return connection.ops.quote_name(name)
