"""What changed from one revision to another, told by where each line was born.

A line that is in both has the same origin in both; so nothing is guessed, except which new line took the place of
which old one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from rapidfuzz import fuzz, process

from notes.rules.authors.alignment import longest_rising
from notes.rules.authors.origins import Origin, Origins
from notes.rules.documents import Document, Role, Row
from notes.rules.wording.words_changed import Piece, pieces

RESEMBLES = 60
# Beyond either, what is gone and what came are told apart without asking which took whose place.
MOST_PAIRS = 10_000
MOST_CHARACTERS = 1_000_000_000  # of the one side times those of the other


class Kind(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Change:
    """`before` and `after` are the words of the line; `was_in` names the section that a line was moved from."""

    kind: Kind
    section: str
    before: tuple[Piece, ...] = ()
    after: tuple[Piece, ...] = ()
    was: Origin | None = None
    now: Origin | None = None
    was_in: str = ""


class Counts(NamedTuple):
    added: int
    removed: int


class Side(NamedTuple):
    """One revision: its document and where its lines were born."""

    document: Document
    origins: Origins


def count(old: Origins, new: Origins) -> Counts:
    before, after = set(filter(None, old)), set(filter(None, new))
    return Counts(len(after - before), len(before - after))


def changes(old: Side | None, new: Side) -> list[Change]:
    """In the order of the new note; what was removed stands where it was."""
    return list(_Comparison(old or Side(Document(new.document.format, ()), ()), new))


class _Comparison:
    def __init__(self, old: Side, new: Side) -> None:
        self.old, self.new = old, new
        self.before = _lines(old)
        self.after = _lines(new)
        places = {line.origin: index for index, line in enumerate(self.before)}
        both = [(index, places[line.origin]) for index, line in enumerate(self.after) if line.origin in places]
        self.kept = dict(both)
        self.still = dict(longest_rising([pair for pair in both if self._same_section(*pair)]))

    def __iter__(self) -> Iterator[Change]:
        done = 0
        for still, group in groupby(range(len(self.after)), key=lambda index: index in self.still):
            run = list(group)
            if still:
                for index in run:
                    yield from self._gap(range(done, self.still[index]), [])
                    done = self.still[index] + 1
                continue
            following = self.still.get(run[-1] + 1, len(self.before))
            yield from self._gap(range(done, following), run)
            done = following
        yield from self._gap(range(done, len(self.before)), [])

    def _same_section(self, after: int, before: int) -> bool:
        return self.after[after].section == self.before[before].section

    def _gap(self, old: range, new: Sequence[int]) -> Iterator[Change]:
        """Between two lines that stand as they stood."""
        moved_away = set(self.kept.values())
        gone = [index for index in old if index not in moved_away]
        born = [index for index in new if index not in self.kept]
        pairs = _pairs([self.before[i].text for i in gone], [self.after[i].text for i in born])
        replaced = {born[b]: gone[a] for a, b in pairs.items()}
        waiting = [index for index in gone if index not in replaced.values()]
        waiting.reverse()
        # What is gone stands above what came, but below the changed line that it followed.
        following = [len(self.before)]
        for index in reversed(new):
            following.append(replaced.get(index, following[-1]))
        for index in new:
            until = following.pop()
            while waiting and waiting[-1] < until:
                yield self._removed(waiting.pop())
            yield self._new(index, replaced.get(index))
        yield from (self._removed(index) for index in reversed(waiting))

    def _new(self, index: int, replaced: int | None) -> Change:
        line = self.after[index]
        if index in self.kept:
            was = self.before[self.kept[index]]
            was_in = was.section if was.section != line.section else ""
            return Change(Kind.MOVED, line.section, after=(Piece(line.text, False),), now=line.origin, was_in=was_in)
        if replaced is None:
            return Change(Kind.ADDED, line.section, after=(Piece(line.text, False),), now=line.origin)
        was = self.before[replaced]
        before, after = pieces(was.text, line.text)
        return Change(Kind.CHANGED, line.section, before, after, was.origin, line.origin)

    def _removed(self, index: int) -> Change:
        line = self.before[index]
        return Change(Kind.REMOVED, line.section, before=(Piece(line.text, False),), was=line.origin)


class _Line(NamedTuple):
    text: str
    section: str
    origin: Origin


def _lines(side: Side) -> list[_Line]:
    def told(row: Row, origin: Origin | None) -> Iterator[_Line]:
        if origin and row.role is Role.LINE:
            yield _Line(row.text, side.document.section_of(row), origin)

    return [line for pair in zip(side.document.rows, side.origins, strict=True) for line in told(*pair)]


def _pairs(gone: list[str], born: list[str]) -> dict[int, int]:
    """Which new line took the place of which old one: the most alike first, each once."""
    if len(gone) * len(born) > MOST_PAIRS or sum(map(len, gone)) * sum(map(len, born)) > MOST_CHARACTERS:
        return {}
    scored = [
        (-score, a, b)
        for a, text in enumerate(gone)
        for _, score, b in process.extract(text, born, scorer=fuzz.ratio, score_cutoff=RESEMBLES, limit=None)
    ]
    found: dict[int, int] = {}
    for _, a, b in sorted(scored):
        if a not in found and b not in found.values():
            found[a] = b
    return found
