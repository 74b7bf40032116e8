"""Markdown text to sections and back: what `nine_sections` and `free` have in common."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from notes.rules.documents import BEFORE_HEADINGS, FRONT_MATTER, Section, is_blank
from notes.rules.markdown import Heading, Inside, Scan, scan
from notes.rules.markdown.parts import LONGEST_KEPT, scan_part, stands_alone
from notes.rules.problems import Problem

# What the line after an opening `---` looks like in front matter, and hardly ever does after a thematic break.
FRONT_MATTER_KEY = re.compile(r"#|- |[^\s:][^:]*:(\s|$)")


class Span(NamedTuple):
    """A section as places in the text's lines: heading [start, text), lines [first, after)."""

    name: str
    start: int
    text: int
    first: int
    after: int


@dataclass(frozen=True, slots=True)
class Outline:
    """The sections of a text with the line (1-based) where each begins, and the h1s of its top level."""

    sections: tuple[Section, ...]
    starts: tuple[int, ...]
    titles: tuple[Heading, ...]
    problems: tuple[Problem, ...]


class Piece(NamedTuple):
    """A line that begins with `## `, and what follows up to the next one."""

    section: Section
    titles: tuple[Heading, ...]
    height: int


def outline(text: str) -> Outline:
    """Put together from pieces, most of which were there before; a note that does not fall apart is read whole."""
    pieces = _pieces(text)
    return read_whole(text) if pieces is None else _put_together(pieces)


def read_whole(text: str) -> Outline:
    lines = text.split("\n")
    top = next((index for index, line in enumerate(lines) if not is_blank(line)), len(lines))
    body = _end_of_front_matter(lines, top)
    found = _shifted(scan(lines[body:]), body)
    spans = list(_spans(lines, found, top, body))
    return Outline(
        sections=tuple(_section(lines, span, found.inside) for span in spans),
        starts=tuple(span.start + 1 for span in spans),
        titles=found.h1,
        problems=tuple(_open_fence(found.open_fence)),
    )


def render(sections: Sequence[Section]) -> str:
    """One blank line between sections, one line end at the end."""
    blocks = ("\n".join((*section.heading, *section.lines)) for section in sections)
    return "\n\n".join(blocks) + "\n"


def _pieces(text: str) -> list[Piece] | None:
    before, *parts = f"\n{text}".split("\n## ")
    if before or not parts:
        return None
    pieces = []
    for part in parts:
        piece = _piece(part) if len(part) <= LONGEST_KEPT else None
        if piece is None:
            return None
        pieces.append(piece)
    return pieces


@lru_cache(maxsize=512)
def _piece(part: str) -> Piece | None:
    """None where what follows depends on it, or where another heading stands in it."""
    lines = f"## {part}".split("\n")
    found = scan_part(lines)
    if len(found.h2) != 1 or not stands_alone(found):
        return None
    first, after = _trim(lines, 1, len(lines))
    span = Span(found.h2[0].name, 0, 1, first, after)
    return Piece(_section(lines, span, found.inside), found.h1, len(lines))


def _put_together(pieces: Sequence[Piece]) -> Outline:
    starts = list(accumulate((piece.height for piece in pieces), initial=0))[:-1]
    titles = [title for piece, start in zip(pieces, starts, strict=True) for title in _lower(piece.titles, start)]
    return Outline(tuple(piece.section for piece in pieces), tuple(start + 1 for start in starts), tuple(titles), ())


def _spans(lines: list[str], found: Scan, top: int, body: int) -> Iterator[Span]:
    if body > top:
        yield Span(FRONT_MATTER, top, top, top, body)
    ends = [heading.first for heading in found.h2] + [len(lines)]
    first, after = _trim(lines, body, ends[0])
    if first < after:
        yield Span(BEFORE_HEADINGS, first, first, first, after)
    for heading, end in zip(found.h2, ends[1:], strict=True):
        first, after = _trim(lines, heading.after, end)
        yield Span(heading.name, heading.first, heading.after, first, after)


def _section(lines: list[str], span: Span, inside: Sequence[Inside]) -> Section:
    return Section(
        name=span.name,
        lines=tuple(lines[span.first : span.after]),
        heading=tuple(lines[span.start : span.text]),
        inside=tuple(inside[span.first : span.after]),
    )


def _trim(lines: list[str], first: int, after: int) -> tuple[int, int]:
    while first < after and is_blank(lines[first]):
        first += 1
    while first < after and is_blank(lines[after - 1]):
        after -= 1
    return first, after


def _end_of_front_matter(lines: list[str], top: int) -> int:
    """The index after the closing `---`, or `top` where the text does not begin with front matter."""
    if lines[top : top + 1] != ["---"] or not FRONT_MATTER_KEY.match(lines[top + 1] if top + 1 < len(lines) else ""):
        return top
    try:
        return lines.index("---", top + 1) + 1
    except ValueError:
        return top


def _lower(headings: tuple[Heading, ...], by: int) -> tuple[Heading, ...]:
    return tuple(Heading(h.first + by, h.after + by, h.name) for h in headings)


def _shifted(found: Scan, by: int) -> Scan:
    fence = None if found.open_fence is None else found.open_fence + by
    return Scan(_lower(found.h2, by), _lower(found.h1, by), (Inside.NOTHING,) * by + found.inside, fence)


def _open_fence(index: int | None) -> Iterator[Problem]:
    if index is not None:
        says = f"The code fence in line {index + 1} never closes, so all that follows would be code. Close it."
        yield Problem("format.open_fence", says, line=index + 1)
