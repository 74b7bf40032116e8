"""Scans a note part by part, so that what did not change since the last revision need not be scanned again.

A `## ` at the beginning of a line ends whatever is open, unless that is a code fence or an HTML block. So a note falls
apart there, as long as no part ends inside of one, and none defines a link label that the others may use.
"""

from collections.abc import Sequence
from functools import lru_cache

from notes.rules.markdown.blocks import Blocks
from notes.rules.markdown.found import Heading, Inside, Scan

# Longer parts are scanned each time: what is kept stays small.
LONGEST_KEPT = 20_000


def scan_parts(lines: Sequence[str]) -> Scan:
    parts = _parts(lines)
    found = [scan_part(part) for part in parts]
    if len(parts) == 1 or not all(map(stands_alone, found)):
        return Blocks(lines).scan()
    return _joined(found)


def _parts(lines: Sequence[str]) -> list[Sequence[str]]:
    starts = [index for index, line in enumerate(lines) if index and line.startswith("## ")]
    return [lines[start:end] for start, end in zip([0, *starts], [*starts, len(lines)], strict=True)]


def scan_part(part: Sequence[str]) -> Scan:
    if sum(map(len, part)) > LONGEST_KEPT:
        return Blocks(part).scan()
    return _kept(tuple(part))


@lru_cache(maxsize=512)
def _kept(part: tuple[str, ...]) -> Scan:
    return Blocks(part).scan()


def stands_alone(found: Scan) -> bool:
    ends_inside = bool(found.inside) and found.inside[-1] in (Inside.HTML, Inside.FENCE)
    return found.open_fence is None and not ends_inside and Inside.DEFINITION not in found.inside


def _joined(parts: Sequence[Scan]) -> Scan:
    h2: list[Heading] = []
    h1: list[Heading] = []
    inside: list[Inside] = []
    for part in parts:
        h2 += _shifted(part.h2, len(inside))
        h1 += _shifted(part.h1, len(inside))
        inside += part.inside
    return Scan(tuple(h2), tuple(h1), tuple(inside), None)


def _shifted(headings: Sequence[Heading], by: int) -> list[Heading]:
    return [Heading(heading.first + by, heading.after + by, heading.name) for heading in headings]
