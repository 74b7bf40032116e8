"""Which cards hold the words that somebody looks for in their notes and facts, and where.

The texts are looked through here and not by the database: SQLite knows upper and lower case of Latin letters alone,
and a note in JSON is looked through as people see it.
"""

from collections.abc import Collection, Iterator, Sequence

from django.db.models import F

from notes.models import Card, Fact, Project, Revision
from notes.models.fact import SAID_NOW, FactState
from notes.rules import formats
from notes.rules.documents import Role
from notes.rules.wording.excerpts import Excerpt, excerpt, folded

# Those of the cards that changed last, so that a search costs no more on a large desk.
MOST_LOOKED_AT = 2_000
IN_DISPUTE = "in dispute"


def holding(project: Project, words: Sequence[str]) -> list[int]:
    """Ids of cards that have every word in key, title, note or facts; none where text stays on the machine."""
    if not words or not project.shows_content:
        return []
    recent = Card.objects.filter(project=project).order_by("-updated_at", "-id")
    named = {pk: f"{key}\n{title}" for pk, key, title in recent.values_list("pk", "key", "title")[:MOST_LOOKED_AT]}
    texts = {pk: [text] for pk, text in named.items()}
    for card, text in _texts(named):
        texts[card].append(text)
    wanted = [folded(word) for word in words]
    return [card for card, there in texts.items() if _has_all(folded("\n".join(there)), wanted)]


def excerpts(cards: Collection[Card], words: Sequence[str]) -> dict[int, Excerpt]:
    """By card: the line of its note, or its fact, that has most of the words."""
    lines: dict[int, list[str]] = {}
    for card, text in _texts([card.pk for card in cards]):
        lines.setdefault(card, []).extend(text.split("\n"))
    return {card: found for card, there in lines.items() if (found := excerpt(there, words))}


def _texts(cards: Collection[int]) -> Iterator[tuple[int, str]]:
    newest = Revision.objects.filter(card__in=cards, number=F("card__revision"))
    for card, format, text in newest.values_list("card_id", "format", "text").iterator():
        yield card, _as_seen(format, text) if format in formats.JSON_FORMATS else text
    facts = list(Fact.objects.filter(card__in=cards, state__in=SAID_NOW).order_by("pk"))
    disputed = {(fact.card_id, fact.name) for fact in facts if fact.state == FactState.RIVAL}
    for fact in facts:
        note = f" ({IN_DISPUTE})" if (fact.card_id, fact.name) in disputed else ""
        yield fact.card_id, f"{fact.name}: {fact.value}{note}"


def _as_seen(format: str, text: str) -> str:
    """Without the signs of JSON."""
    document = formats.parse(format, text).document
    return "\n".join(row.text for row in document.rows if row.role is Role.LINE) if document else ""


def _has_all(text: str, wanted: Sequence[str]) -> bool:
    return all(word in text for word in wanted)
