"""May a write go in, as far as the locked lines of the note are concerned?"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from notes.rules.authors.alignment import Alignment, Pair, in_place, with_moved
from notes.rules.authors.origins import Origins
from notes.rules.documents import Document
from notes.rules.locks.locked_lines import Locked
from notes.rules.locks.placement import Block, Finder, Placement, blocks_of, place
from notes.rules.locks.report import LockReport
from notes.rules.problems import Problem

NOTHING_LOCKED = Placement({}, ())


@dataclass(frozen=True, slots=True)
class LockCheck:
    """`changed` maps a locked row of the old note to the row of the new one that looks like its changed form."""

    alignment: Alignment
    blocks: tuple[Block, ...] = ()
    placement: Placement = NOTHING_LOCKED
    changed: Mapping[int, int] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def check_locks(old: Document, origins: Origins, locked: Locked, new: Document) -> LockCheck:
    """Align the new note with the old one so that every locked line keeps its place, or say which cannot."""
    pair = Pair(old, new)
    stayed = in_place(pair)
    if not locked:
        return LockCheck(with_moved(pair, stayed))
    blocks = blocks_of(old, origins, locked)
    finder = Finder(old, new, pair, stayed, blocks)
    placement = place(finder, blocks)
    natural = all(stayed[there] == here for here, there in placement.pins.items())
    around = stayed if natural else in_place(pair, placement.pins)
    alignment = with_moved(pair, around)
    if not placement.broken:
        return LockCheck(alignment, tuple(blocks), placement)
    report = LockReport(finder, origins, locked, alignment, placement)
    return LockCheck(alignment, tuple(blocks), placement, report.changed, report.problems())
