"""The revisions of a card, and what one of them changed."""

from dataclasses import dataclass
from itertools import groupby

from notes.models import Card, Revision
from notes.queries import note_view, notes
from notes.queries.note_view import Author
from notes.queries.words import title_words
from notes.rules.authors import origins
from notes.rules.wording.changes import Change, Counts, Side, changes, count
from notes.rules.writing.verdicts import Note

PAGE = 30


@dataclass(frozen=True, slots=True)
class HistoryRow:
    revision: Revision
    counts: Counts


@dataclass(frozen=True, slots=True)
class HistoryPage:
    rows: tuple[HistoryRow, ...]
    older: int | None


@dataclass(frozen=True, slots=True)
class ChangeView:
    """`before_by` wrote what is gone, `after_by` what came. Sections are called as people read them."""

    change: Change
    section: str
    was_in: str
    before_by: Author | None
    after_by: Author | None


@dataclass(frozen=True, slots=True)
class RevisionView:
    revision: Revision
    counts: Counts
    sections: tuple[tuple[str, tuple[ChangeView, ...]], ...]


def history(card: Card, before: int | None) -> HistoryPage:
    """Two queries. `before` is the number that the page above ended with."""
    found = Revision.objects.filter(card=card).defer("text").order_by("-number")
    shown = list((found.filter(number__lt=before) if before else found)[: PAGE + 1])
    born = {row.number: row.origins for row in shown}
    missing = {row.parent for row in shown[:PAGE]} - born.keys() - {0}
    if missing:
        parents = Revision.objects.filter(card=card, number__in=missing)
        born |= dict(parents.values_list("number", "origins"))
    rows = tuple(HistoryRow(row, _count(born, row)) for row in shown[:PAGE])
    return HistoryPage(rows, shown[PAGE - 1].number if len(shown) > PAGE else None)


def revision_view(card: Card, number: int) -> RevisionView:
    """Raises Revision.DoesNotExist."""
    revision = Revision.objects.defer("text", "origins").get(card=card, number=number)
    new = notes.revision(card, number)
    old = notes.revision(card, revision.parent) if revision.parent else None
    found = changes(Side(old.document, old.origins) if old else None, Side(new.document, new.origins))
    authors = note_view.authors(card, new) | (note_view.authors(card, old) if old else {})
    views = [_view(change, authors, new, old or new) for change in found]
    grouped = groupby(views, key=lambda view: view.section)
    counts = count(old.origins if old else (), new.origins)
    return RevisionView(revision, counts, tuple((name, tuple(group)) for name, group in grouped))


def touched(card: Card, since: int) -> list[str]:
    """The sections that others changed after that revision, as people read them."""
    old, new = notes.revision(card, since), notes.revision(card, card.revision)
    found = changes(Side(old.document, old.origins), Side(new.document, new.origins))
    return list(dict.fromkeys(title_words(change.section, new.document.format) for change in found))


def _view(change: Change, authors: dict[int, Author], new: Note, old: Note) -> ChangeView:
    before = authors.get(change.was.revision) if change.was else None
    after = authors.get(change.now.revision) if change.now else None
    section = title_words(change.section, (new if change.now else old).document.format)
    was_in = title_words(change.was_in, old.document.format) if change.was_in else ""
    return ChangeView(change, section, was_in, before, after)


def _count(born: dict[int, str], row: Revision) -> Counts:
    return count(origins.decode(born.get(row.parent, "")), origins.decode(row.origins))
