"""The rounds of cards, newest first, and how each began."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from notes.models import Card, Round
from notes.rules.rounds.words import way_words

SHOWN, IN_PANEL = 50, 4


@dataclass(frozen=True, slots=True)
class RoundView:
    round: Round
    words: str


def latest_rounds(card: Card, count: int = SHOWN) -> list[Round]:
    return list(Round.objects.filter(card=card).order_by("-number")[:count])


def panel(card: Card) -> list[RoundView]:
    return [RoundView(row, words_of(row)) for row in latest_rounds(card, IN_PANEL)]


def ways(cards: Collection[Card]) -> dict[int, str]:
    """Card → how its newest round began. One query for all of them."""
    newer = Round.objects.filter(card=OuterRef("card"), number__gt=OuterRef("number"))
    return {row.card_id: words_of(row) for row in Round.objects.filter(~Exists(newer), card__in=cards)}


def words_of(row: Round) -> str:
    return way_words(row.number, row.choice, row.saved, from_note=row.note_tokens != 0)
