"""Queries whose SQL is made once. On the way of every write, making it anew takes longer than all else together."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, reduce
from threading import local
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet
from django.db.models.base import ModelState

from notes.queries import statements

M = TypeVar("M", bound=Model)
# For a column, by its place, what its values are to Python.
Converters = list[tuple[int, Callable[[Any], Any]]]

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
        sql, parameters, converters = self.made.parts
        found = statements.rows(sql, [arguments[p.place] if isinstance(p, _Mark) else p for p in parameters])
        return [_converted(row, converters) for row in found] if converters else found

    def first(self, *arguments: Any) -> Any:
        """The first row, None where there is none."""
        return next(iter(self.rows(*arguments)), None)

    def _make(self) -> tuple[str, list[Any], Converters]:
        marks = {str(FIRST_MARK + place): _Mark(place) for place in range(self.arguments)}
        compiler = self.build(*map(int, marks)).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([column[0] for column in compiler.select])
        return sql, [marks.get(str(p), p) for p in parameters], [(n, _kept(*each)) for n, each in converters.items()]


def _kept(steps: list[Callable[..., Any]], expression: Any) -> Callable[[Any], Any]:
    """What a column's values are to Python. The same moments are read again and again."""

    @lru_cache(maxsize=64)
    def convert(value: Any) -> Any:
        return reduce(lambda found, step: step(found, expression, connection), steps, value)

    return convert


def _converted(row: Sequence[Any], converters: Converters) -> tuple[Any, ...]:
    values = list(row)
    for place, convert in converters:
        values[place] = convert(values[place])
    return tuple(values)


class _Mark:
    """Where an argument goes."""

    def __init__(self, place: int) -> None:
        self.place = place


@cache
def columns(model: type[Model], through: str = "") -> tuple[str, ...]:
    """The names of all that a model keeps, as values_list takes them."""
    return tuple(f"{through}{field.attname}" for field in model._meta.concrete_fields)


def instance(model: type[M], values: Any) -> M:
    """A model from a row of its columns, as `from_db` makes it but for its signals, to which nobody listens."""
    found = model.__new__(model)
    found.__dict__ |= zip(columns(model), values, strict=True)
    found._state = ModelState()
    found._state.adding, found._state.db = False, DEFAULT_DB_ALIAS
    return found
