"""The must-carry facts of a card: what stands, what stands against it, and what stood before."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from notes.models import Card, Escalation, Fact
from notes.models.escalation import STANDS
from notes.models.fact import SAID_NOW, FactState


@dataclass(frozen=True, slots=True)
class Trail:
    """All that was ever said for one name, oldest first; `current` is None while nothing stands."""

    name: str
    current: Fact | None
    rivals: tuple[Fact, ...]
    all: tuple[Fact, ...]


class NoSuchFact(LookupError):
    """The card has no fact of this name."""


def trails(card: Card) -> list[Trail]:
    return list(_trails(card))


def trail(card: Card, name: str) -> Trail:
    found = next((trail for trail in _trails(card, name=name)), None) if "\0" not in name else None
    if found is None:
        raise NoSuchFact(name)
    return found


def said_now(card: Card, **only: str) -> list[Fact]:
    """The current values and their rivals, by name and age."""
    return list(Fact.objects.filter(card=card, state__in=SAID_NOW, **only).order_by("name", "pk"))


def names(card: Card) -> list[str]:
    """All names that the card has facts of."""
    return list(Fact.objects.filter(card=card).values_list("name", flat=True).distinct())


def names_taken(card: Card) -> list[str]:
    """Those too that an open decision is about to make facts of."""
    asked = Escalation.objects.filter(STANDS, card=card).exclude(fact="").values_list("fact", flat=True)
    return [*asked, *names(card)]


def _trails(card: Card, **only: str) -> Iterator[Trail]:
    facts = Fact.objects.filter(card=card, **only).order_by("name", "pk")
    for name, group in groupby(facts, key=lambda fact: fact.name):
        said = tuple(group)
        current = next((fact for fact in said if fact.state == FactState.CURRENT), None)
        rivals = tuple(fact for fact in said if fact.state == FactState.RIVAL)
        yield Trail(name, current, rivals, said)
