"""Notes whose text is kept on the machine, as numbers: the newest state of one, and its history."""

from dataclasses import dataclass

from notes.models import Card, Report, Revision
from notes.queries.words import kind_words
from notes.rules.wording.counts import several

PAGE = 30
# In the order in which they are told.
KINDS = ("person", "agent", "summariser", "runner", "unknown")


@dataclass(frozen=True, slots=True)
class Reported:
    """One revision; `report` is None where only its row is known."""

    revision: Revision
    report: Report | None

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Kind and how many lines are by it, in words."""
        counts = self.report.lines if self.report else {}
        return tuple((kind, f"{several(counts[kind], 'line')} by {_whom(kind)}") for kind in KINDS if counts.get(kind))


@dataclass(frozen=True, slots=True)
class ReportedPage:
    rows: tuple[Reported, ...]
    older: int | None


def newest(card: Card) -> Reported | None:
    """None before the first note."""
    return next(iter(_rows(card, card.revision + 1, 1)), None)


def history(card: Card, before: int | None) -> ReportedPage:
    found = _rows(card, before, PAGE + 1)
    return ReportedPage(tuple(found[:PAGE]), found[PAGE - 1].revision.number if len(found) > PAGE else None)


def _rows(card: Card, before: int | None, most: int) -> list[Reported]:
    rows = Revision.objects.filter(card=card).defer("text", "origins").select_related("report").order_by("-number")
    found = rows.filter(number__lt=before) if before is not None else rows
    return [Reported(row, getattr(row, "report", None)) for row in found[:most]]


def _whom(kind: str) -> str:
    words = {"person": "people", "agent": "agents", "unknown": "unknown authors"}
    return words.get(kind, f"a {kind_words(kind)}")
