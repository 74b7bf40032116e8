"""Authors of lines across several parents: what a merge in an imported history inherits, and what it loses."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from notes.rules.authors.alignment import Alignment, Pair, align, in_place, with_moved
from notes.rules.authors.origins import Origin, Origins
from notes.rules.documents import Document, Role
from notes.rules.formats import six_fields
from notes.rules.locks.check import check_locks
from notes.rules.locks.locked_lines import Locked, Signature
from notes.rules.writing.judge import born


class Parent(NamedTuple):
    """`above` has a bit for every revision that led to this one, itself included."""

    document: Document
    origins: Origins
    above: int


How = Literal["changed", "dropped", "displaced"]
# A change of order, or a line that came between two, took nothing from either.
_HOW: dict[str, How] = {
    "lock.line_changed": "changed",
    "lock.line_missing": "dropped",
    "lock.line_moved": "displaced",
    "lock.line_buried": "displaced",
}


class Loss(NamedTuple):
    """A line that a person wrote and an agent changed, dropped, or only moved or hid. `line` as it last stood."""

    how: How
    origin: Origin
    section: str
    line: int


def inherit(new: Document, parents: Sequence[Parent], revision: int) -> tuple[Origin | None, ...]:
    """Of several parents the first one that has a line gives its origin; what stayed in place comes first."""
    if len(parents) == 1:
        return born(new, align(parents[0].document, new), parents[0].origins, revision)
    found: list[Origin | None] = [None] * len(new.rows)
    taken: set[Origin] = set()
    for parent, alignment in _from_all(new, parents):
        for index, here in enumerate(alignment):
            origin = None if here is None else parent.origins[here]
            if origin and found[index] is None and origin not in taken:
                found[index] = origin
                taken.add(origin)
    return tuple(
        (origin or Origin(revision, row.number)) if row.role is Role.LINE else None
        for row, origin in zip(new.rows, found, strict=True)
    )


def _from_all(new: Document, parents: Sequence[Parent]) -> Iterator[tuple[Parent, Alignment]]:
    pairs = [Pair(parent.document, new) for parent in parents]
    stayed = [in_place(pair) for pair in pairs]
    yield from zip(parents, stayed, strict=True)
    yield from zip(parents, map(with_moved, pairs, stayed), strict=True)


def losses(new: Document | None, parents: Sequence[Parent], persons: Mapping[int, Signature]) -> list[Loss]:
    """What the locks would have refused. Without `new` the file was deleted or emptied.

    A line that the other side of a merge took away is no loss of the merge.
    """
    found: dict[Origin, Loss] = {}
    for parent in parents:
        others = [other for other in parents if other is not parent]
        locked = {
            index: who
            for index, who in _by_persons(parent, persons).items()
            if not any(_took_away(other, parent.origins[index]) for other in others)
        }
        for loss in _losses(new, parent, locked) if locked else ():
            found.setdefault(loss.origin, loss)
    return list(found.values())


def _by_persons(parent: Parent, persons: Mapping[int, Signature]) -> dict[int, Signature]:
    mirrors = six_fields.MIRRORS if parent.document.format == six_fields.NAME else ()
    return {
        index: persons[origin.revision]
        for index, (row, origin) in enumerate(zip(parent.document.rows, parent.origins, strict=True))
        if origin and origin.revision in persons and parent.document.section_of(row) not in mirrors
    }


def _took_away(other: Parent, origin: Origin | None) -> bool:
    """The line was born before this side went its own way, and does not stand there any more."""
    return origin is not None and bool(other.above >> origin.revision & 1) and origin not in other.origins


def _losses(new: Document | None, parent: Parent, locked: Locked) -> Iterator[Loss]:
    places = {str(origin): index for index in locked if (origin := parent.origins[index])}
    for address, how in _lost(new, parent, locked, places).items():
        row, origin = parent.document.rows[places[address]], parent.origins[places[address]]
        if origin:
            yield Loss(how, origin, parent.document.section_of(row), row.number)


def _lost(new: Document | None, parent: Parent, locked: Locked, addresses: Iterable[str]) -> Mapping[str, How]:
    if new is None:
        return dict.fromkeys(addresses, "dropped")
    problems = check_locks(parent.document, parent.origins, locked, new).problems
    return {problem.detail["id"]: _HOW[problem.code] for problem in problems if problem.detail and problem.code in _HOW}
