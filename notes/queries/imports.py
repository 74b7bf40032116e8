"""What was imported before, so that nothing is imported twice."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from notes.models import Card, Project, Revision

# SQLite takes a limited number of values in one question.
_AT_ONCE = 500


class Imported(NamedTuple):
    """A revision that came from this source."""

    card: Card
    number: int
    source: str
    text: str


def from_commits(project: Project, commits: Sequence[str]) -> Iterator[Imported]:
    """For each card that holds any of the commits the newest such revision. A commit can touch many files."""
    newest: dict[int, int] = {}
    for start in range(0, len(commits), _AT_ONCE):
        rows = _imported_into(project).filter(source__in=commits[start : start + _AT_ONCE])
        for card, number in rows.values_list("card_id", "number"):
            newest[card] = max(number, newest.get(card, 0))
    for card_id, number in sorted(newest.items()):
        yield _imported(card_id, number)


def from_file(project: Project, place: str) -> Imported | None:
    """The newest revision that came from the file at this place."""
    rows = _imported_into(project).filter(source__startswith=place)
    found = rows.order_by("-card_id", "-number").values_list("card_id", "number").first()
    return _imported(*found) if found else None


def sources(card: Card) -> dict[str, int]:
    """Number of each imported revision by its source."""
    rows = Revision.objects.filter(card=card).exclude(source="")
    return dict(rows.order_by("-number").values_list("source", "number"))


def newest_source(card: Card) -> str:
    """Empty where the newest revision was written on the desk, or there is none."""
    row = Revision.objects.filter(card=card, number=card.revision).values_list("source", flat=True).first()
    return row or ""


def free_key(project: Project, wished: str) -> str:
    """The key itself, or with the first number behind it that makes it one of its own."""
    taken = {key.lower() for key in Card.objects.filter(project=project).values_list("key", flat=True)}
    tries = (wished if number == 1 else f"{wished[:74]}-{number}" for number in range(1, len(taken) + 2))
    return next(key for key in tries if key.lower() not in taken)


def _imported_into(project: Project) -> QuerySet[Revision]:
    return Revision.objects.filter(card__project=project).exclude(source="")


def _imported(card_id: int, number: int) -> Imported:
    revision = Revision.objects.select_related("card__project").get(card=card_id, number=number)
    return Imported(revision.card, number, revision.source, revision.text)
