"""What stands around a note on the page of its card: who updated it, facts, writes that were refused."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from notes.models import ActorKind, Card, Fact, Refusal, Revision
from notes.models.fact import FactState
from notes.queries.facts import said_now
from notes.queries.words import for_people
from notes.rules import formats

MOST_REFUSALS = 5


@dataclass(frozen=True, slots=True)
class FactView:
    """`rivals` are values that other sources gave: the fact is in dispute until a person decides."""

    name: str
    current: Fact | None
    rivals: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class RefusedWrite:
    by_kind: str
    by_name: str
    at: datetime
    late: bool
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardView:
    card: Card
    newest: Revision | None
    token_limit: int | None
    facts: tuple[FactView, ...]
    refusals: tuple[RefusedWrite, ...]


def card_view(card: Card) -> CardView:
    return CardView(
        card=card,
        newest=meta(card, card.revision) if card.revision else None,
        token_limit=formats.token_limit(card.format, card.project.token_limit),
        facts=fact_views(said_now(card)),
        refusals=refused_writes(card),
    )


def meta(card: Card, number: int) -> Revision:
    """A revision without its text. Raises Revision.DoesNotExist."""
    return Revision.objects.defer("text", "origins").get(card=card, number=number)


def fact_views(said: Iterable[Fact]) -> tuple[FactView, ...]:
    """`said` is what is said now, by name."""
    return tuple(_view(name, list(facts)) for name, facts in groupby(said, key=lambda fact: fact.name))


def _view(name: str, facts: list[Fact]) -> FactView:
    current = next((fact for fact in facts if fact.state == FactState.CURRENT), None)
    return FactView(name, current, tuple(fact for fact in facts if fact is not current))


def refused_writes(card: Card) -> tuple[RefusedWrite, ...]:
    """Of programs only: a person was told, and has tried again or let it be."""
    turned_down = Refusal.objects.filter(card=card).exclude(by_kind=ActorKind.PERSON)
    rows = turned_down.defer("text").order_by("-at")[:MOST_REFUSALS]
    return tuple(RefusedWrite(row.by_kind, row.by_name, row.at, row.late, _reasons(row, card)) for row in rows)


def _reasons(row: Refusal, card: Card) -> tuple[str, ...]:
    return tuple(for_people(problem["code"], problem["says"], card.format) for problem in row.problems)
