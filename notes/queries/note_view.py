"""A note as people read it: sections of lines, each with its author, its time and its lock."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from notes.models import ActorKind, Card, Revision
from notes.queries import notes
from notes.rules.authors import origins
from notes.rules.authors.origins import Origin
from notes.rules.documents import Role, Row, Shape
from notes.rules.formats import six_fields
from notes.rules.markdown import Inside
from notes.rules.writing.verdicts import Note


@dataclass(frozen=True, slots=True)
class Author:
    """`locks` is False for an imported history: its persons' lines bind nobody unless someone locks them."""

    kind: str
    name: str
    model: str
    at: datetime
    locks: bool

    @property
    def who(self) -> tuple[str, str]:
        return self.kind, self.name


@dataclass(frozen=True, slots=True)
class Line:
    """`author` is None for a blank line. `may_lock` is False for what follows the facts of the card."""

    number: int
    text: str
    inside: Inside
    origin: Origin | None
    author: Author | None
    locked: bool
    may_lock: bool

    @property
    def handed_back(self) -> bool:
        bound = self.author is not None and self.author.kind == ActorKind.PERSON and self.author.locks
        return bound and self.may_lock and not self.locked


@dataclass(frozen=True, slots=True)
class SectionView:
    name: str
    shape: Shape
    lines: tuple[Line, ...]


def sections(card: Card, number: int) -> tuple[SectionView, ...]:
    """Three queries and the note itself, however long the history is."""
    note = notes.revision(card, number)
    found = _Sections(note, authors(card, note), set(notes.locked_rows(card, note)))
    return tuple(found)


def authors(card: Card, note: Note) -> dict[int, Author]:
    """Revision number → who wrote it, for every revision in which a line of the note was born."""
    births = origins.revisions_of(note.origins)
    rows = Revision.objects.filter(card=card, number__in=births)
    fields = ("number", "author_kind", "author_name", "model", "written_at", "locks")
    return {number: Author(*rest) for number, *rest in rows.values_list(*fields)}


def without_locks(view: tuple[SectionView, ...]) -> tuple[SectionView, ...]:
    """Of an earlier revision: what is locked today was perhaps not so then, and binds nobody there."""
    free = (tuple(replace(line, locked=False) for line in section.lines) for section in view)
    return tuple(replace(section, lines=lines) for section, lines in zip(view, free, strict=True))


def locked_count(view: tuple[SectionView, ...]) -> int:
    return sum(line.locked for section in view for line in section.lines)


@dataclass(frozen=True, slots=True)
class _Sections:
    note: Note
    by_birth: dict[int, Author]
    locked: set[int]

    def __iter__(self) -> Iterator[SectionView]:
        document = self.note.document
        lines: dict[int, list[Line]] = {}
        for index, row in enumerate(document.rows):
            if row.role is not Role.HEADING:
                lines.setdefault(row.section, []).append(self._line(index, row))
        for index, section in enumerate(document.sections):
            found = lines.get(index, [])
            # Its first row parts a Markdown section from the one before.
            begins_blank = section.shape is Shape.MARKDOWN and found and found[0].origin is None
            yield SectionView(section.name, section.shape, tuple(found[1:] if begins_blank else found))

    def _line(self, index: int, row: Row) -> Line:
        origin = self.note.origins[index]
        mirrors = six_fields.MIRRORS if self.note.document.format == six_fields.NAME else ()
        may_lock = origin is not None and self.note.document.section_of(row) not in mirrors
        author = self.by_birth[origin.revision] if origin else None
        return Line(row.number, row.text, row.inside, origin, author, index in self.locked, may_lock)
