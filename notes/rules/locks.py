"""May a write go in, as far as the locked lines of the note are concerned?"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from notes.rules.alignment import Alignment, align
from notes.rules.documents import Document
from notes.rules.lock_report import LockReport
from notes.rules.locked_lines import Locked
from notes.rules.origins import Origins
from notes.rules.placement import Block, Placement, blocks_of, place
from notes.rules.problems import Problem


@dataclass(frozen=True, slots=True)
class LockCheck:
    """`changed` maps a locked row of the old note to the row of the new one that looks like its changed form."""

    alignment: Alignment
    blocks: tuple[Block, ...] = ()
    placement: Placement = Placement({}, ())
    changed: Mapping[int, int] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def check_locks(old: Document, origins: Origins, locked: Locked, new: Document) -> LockCheck:
    """Align the new note with the old one so that every locked line keeps its place, or say which cannot."""
    guide = align(old.rows, new.rows)
    if not locked:
        return LockCheck(guide)
    blocks = blocks_of(old, origins, locked)
    placement = place(old, new, blocks, guide)
    pins = placement.pins
    natural = all(guide[there] == here for here, there in pins.items())
    alignment = guide if natural else align(old.rows, new.rows, pins)
    if not placement.broken:
        return LockCheck(alignment, tuple(blocks), placement)
    report = LockReport(old, origins, locked, new, alignment, placement)
    return LockCheck(alignment, tuple(blocks), placement, report.changed, report.problems())
