"""Which cards hold a word in the text of their note or in a fact, and where."""

from collections.abc import Collection, Sequence

from django.db.models import F, Q, QuerySet

from notes.models import Card, Fact, Project, Revision
from notes.models.fact import SAID_NOW
from notes.rules.wording.excerpts import Excerpt, excerpt

# Text is read whole: that of the cards which changed last, so that a search costs no more on a large desk.
MOST_LOOKED_AT = 2_000


def holding(project: Project, word: str) -> set[int]:
    """Ids of cards. Where text stays on the machine there is none to look through."""
    if not project.shows_content:
        return set()
    recent = Card.objects.filter(project=project).order_by("-updated_at", "-id")
    among = list(recent.values_list("pk", flat=True)[:MOST_LOOKED_AT])
    texts = _newest(among).filter(text__icontains=word).values_list("card_id", flat=True)
    facts = Fact.objects.filter(card__in=among, state__in=SAID_NOW)
    named = facts.filter(Q(name__icontains=word) | Q(value__icontains=word)).values_list("card_id", flat=True)
    return {*texts, *named}


def excerpts(cards: Collection[Card], words: Sequence[str]) -> dict[int, Excerpt]:
    """By card: the line of its note, or its fact, that has most of the words."""
    lines: dict[int, list[str]] = {}
    for card, text in _newest(cards).values_list("card_id", "text"):
        lines[card] = text.split("\n")
    said = Fact.objects.filter(card__in=cards, state__in=SAID_NOW).order_by("pk")
    for card, name, value in said.values_list("card_id", "name", "value"):
        lines.setdefault(card, []).append(f"{name}: {value}")
    return {card: found for card, there in lines.items() if (found := excerpt(there, words))}


def _newest(cards: Collection[Card] | Collection[int]) -> QuerySet[Revision]:
    return Revision.objects.filter(card__in=cards, number=F("card__revision"))
