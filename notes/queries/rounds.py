"""The rounds of a card, newest first."""

from notes.models import Card, Round

SHOWN = 50


def latest_rounds(card: Card, count: int = SHOWN) -> list[Round]:
    return list(Round.objects.filter(card=card).order_by("-number")[:count])
