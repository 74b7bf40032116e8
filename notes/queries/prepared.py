"""Queries whose SQL is made once. On the way of every write, making it anew takes longer than all else together."""

from collections.abc import Callable
from functools import cache
from threading import local
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

from notes.queries import statements

M = TypeVar("M", bound=Model)

# Stand for the arguments while the SQL is made; nothing else in a query looks like them.
FIRST_MARK = 1_900_000_000


class Prepared:
    """`build` makes a QuerySet of values from plain arguments, each of which it puts into the query unchanged."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], arguments: int) -> None:
        self.build, self.arguments = build, arguments
        # What compiles a query belongs to a connection, and a connection to a thread.
        self.made = local()

    def rows(self, *arguments: Any) -> list[Any]:
        if not hasattr(self.made, "parts"):
            self.made.parts = self._make()
        sql, parameters, compiler, converters = self.made.parts
        found = statements.rows(sql, [arguments[p.place] if isinstance(p, _Mark) else p for p in parameters])
        return list(map(tuple, compiler.apply_converters(found, converters)) if converters else found)

    def first(self, *arguments: Any) -> Any:
        """The first row, None where there is none."""
        return next(iter(self.rows(*arguments)), None)

    def _make(self) -> tuple[str, list[Any], Any, Any]:
        marks = {str(FIRST_MARK + place): _Mark(place) for place in range(self.arguments)}
        compiler = self.build(*map(int, marks)).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([column[0] for column in compiler.select])
        return sql, [marks.get(str(p), p) for p in parameters], compiler, converters


class _Mark:
    """Where an argument goes."""

    def __init__(self, place: int) -> None:
        self.place = place


@cache
def columns(model: type[Model], through: str = "") -> tuple[str, ...]:
    """The names of all that a model keeps, as values_list takes them."""
    return tuple(f"{through}{field.attname}" for field in model._meta.concrete_fields)


def instance(model: type[M], values: Any) -> M:
    """A model from a row of its columns."""
    return model.from_db(connection.alias, columns(model), values)
