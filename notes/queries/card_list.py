"""The cards of a project, newest first: found by words and chips, page by page, whatever their number."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import urlencode

from django.db.models import Count, F, Q, QuerySet

from notes.models import ActorKind, Card, Escalation, Project, Refusal, Revision
from notes.models.card import Format
from notes.models.escalation import STANDING
from notes.queries.card_search import excerpts, holding
from notes.queries.rounds import ways
from notes.rules import formats
from notes.rules.wording.excerpts import Excerpt

PAGE = 50


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the address asks for. `before` is the last card of the page above: its time and its id."""

    words: str = ""
    format: str = ""
    by: str = ""
    before: tuple[datetime, int] | None = None

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> "Wanted":
        return cls(
            words=query.get("q", "").replace("\0", "").strip()[:200],
            format=_one_of(query.get("format", ""), Format.values),
            by=_one_of(query.get("by", ""), [*ActorKind.values, "nobody"]),
            before=_cursor(query.get("before", "")),
        )

    @property
    def is_filtered(self) -> bool:
        return bool(self.words or self.format or self.by)

    @property
    def first_query(self) -> str:
        return replace(self, before=None).query

    @property
    def query(self) -> str:
        """The address of this list, for the link to its next page."""
        before = f"{self.before[0].isoformat()}~{self.before[1]}" if self.before else ""
        pairs = {"q": self.words, "format": self.format, "by": self.by, "before": before}
        return urlencode({name: value for name, value in pairs.items() if value})


@dataclass(frozen=True, slots=True)
class CardRow:
    card: Card
    tokens: int | None
    token_limit: int | None
    refused: int
    undecided: bool
    # How the newest round began, in words.
    way: str
    # Where the note or a fact has what was looked for.
    excerpt: Excerpt | None

    @property
    def is_nearly_full(self) -> bool:
        return bool(self.tokens and self.token_limit and self.tokens * 10 > self.token_limit * 9)


@dataclass(frozen=True, slots=True)
class CardPage:
    rows: tuple[CardRow, ...]
    following: Wanted | None


def cards(project: Project, wanted: Wanted) -> CardPage:
    """Five queries, more for words; the index holds the order, so that a page costs the same wherever it stands."""
    chosen = _chosen(project, wanted)
    if wanted.before:
        at, pk = wanted.before
        chosen = chosen.filter(Q(updated_at__lte=at) & (Q(updated_at__lt=at) | Q(pk__lt=pk)))
    found = list(chosen.order_by("-updated_at", "-id")[: PAGE + 1])
    shown = found[:PAGE]
    for card in shown:
        card.project = project
    last = shown[-1] if len(found) > PAGE else None
    following = replace(wanted, before=(last.updated_at, last.pk)) if last else None
    return CardPage(tuple(_rows(project, shown, wanted.words.split())), following)


def _chosen(project: Project, wanted: Wanted) -> QuerySet[Card]:
    cards = Card.objects.filter(project=project)
    if words := wanted.words.split():
        named = Q()
        for word in words:
            named &= Q(key__icontains=word) | Q(title__icontains=word)
        cards = cards.filter(named | Q(pk__in=holding(project, words)))
    if wanted.format:
        cards = cards.filter(format=wanted.format)
    if wanted.by:
        cards = cards.filter(updated_by_kind="" if wanted.by == "nobody" else wanted.by)
    return cards


def _rows(project: Project, shown: list[Card], words: list[str]) -> list[CardRow]:
    newest = Revision.objects.filter(card__in=shown, number=F("card__revision"))
    tokens = dict(newest.values_list("card_id", "tokens"))
    since = Refusal.objects.filter(card__in=shown, at__gt=F("card__updated_at")).exclude(by_kind=ActorKind.PERSON)
    refused = dict(since.values_list("card_id").annotate(count=Count("id")))
    limits = {format: formats.token_limit(format, project.token_limit) for format in formats.FORMATS}
    undecided = set(Escalation.objects.filter(card__in=shown, state__in=STANDING).values_list("card_id", flat=True))
    begun = ways(shown)
    found = excerpts(shown, words) if words and project.shows_content else {}
    return [
        CardRow(
            card=card,
            tokens=tokens.get(card.pk),
            token_limit=limits[card.format],
            refused=refused.get(card.pk, 0),
            undecided=card.pk in undecided,
            way=begun.get(card.pk, ""),
            excerpt=found.get(card.pk),
        )
        for card in shown
    ]


def _one_of(value: str, known: list[str]) -> str:
    return value if value in known else ""


def _cursor(text: str) -> tuple[datetime, int] | None:
    at, _, pk = text.partition("~")
    try:
        moment = datetime.fromisoformat(at)
        # In UTC at once: at the ends of the calendar there is no other zone.
        return (moment.astimezone(UTC), int(pk)) if moment.tzinfo and 0 < int(pk) < 2**63 else None
    except (ValueError, OverflowError):
        return None
