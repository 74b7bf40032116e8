"""A note as ordered sections of lines, and the same note as numbered rows.

A line is one physical line of a Markdown note, or one entry of a JSON note. Rows also hold what a Markdown
note has between its lines: headings and blank lines, which have no author.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from notes.rules.markdown import Inside

FRONT_MATTER = "---"
BEFORE_HEADINGS = ""
# No text can hold it, so no line has the key of a heading, and no heading the name of what has none.
_HEADING = "\0"


class Shape(IntEnum):
    """How a section is written down: Markdown lines, or a JSON string, list of strings or object of strings."""

    MARKDOWN = 0
    TEXT = 1
    LIST = 2
    MAP = 3


class Role(IntEnum):
    LINE = 0
    BLANK = 1
    HEADING = 2


class Row(NamedTuple):
    """One numbered place of a note. `section` is the index of its section in the document."""

    number: int
    section: int
    role: Role
    text: str
    inside: Inside


@dataclass(frozen=True)
class Section:
    """`heading` holds the physical lines of a Markdown heading; `inside` says for each line what encloses it."""

    name: str
    lines: tuple[str, ...]
    heading: tuple[str, ...] = ()
    inside: tuple[Inside, ...] = ()
    shape: Shape = Shape.MARKDOWN

    @cached_property
    def line_count(self) -> int:
        """Blank lines left out."""
        return sum(bool(line.strip(" \t")) for line in self.lines)

    @property
    def home(self) -> str:
        """What its lines belong to: its name, or for lines under no heading what no heading can be called."""
        return self.name if self.heading or self.shape is not Shape.MARKDOWN else _HEADING + self.name


@dataclass(frozen=True)
class Document:
    format: str
    sections: tuple[Section, ...]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Every row in order; in a Markdown note row n is line n of the rendered text."""
        return tuple(_rows(self))

    @property
    def lines(self) -> list[str]:
        """Of a Markdown note the lines of its text, one for each row."""
        return [text_of_key(key) for key in self.keys]

    @cached_property
    def keys(self) -> list[str]:
        """One for each row, equal where rows are alike: the text, and for a heading one that no line can have."""
        keys: list[str] = []
        for section in self.sections:
            if section.shape is Shape.MARKDOWN:
                keys += [""] if keys else []
                keys += [f"{_HEADING}{text}" for text in section.heading]
            keys += section.lines
        return keys

    @cached_property
    def line_count(self) -> int:
        """Blank lines and headings left out."""
        return sum(section.line_count for section in self.sections)

    @cached_property
    def _starts(self) -> list[int]:
        """Index of the first row of each section."""
        lengths = (
            len(section.heading) + len(section.lines) + (section.shape is Shape.MARKDOWN and index > 0)
            for index, section in enumerate(self.sections)
        )
        return list(accumulate(lengths, initial=0))[:-1]

    def section_at(self, index: int) -> Section:
        """The section of a row, by the row's index."""
        return self.sections[bisect_right(self._starts, index) - 1]

    @property
    def names(self) -> list[str]:
        return [section.name for section in self.sections]

    def section_of(self, row: Row) -> str:
        return self.sections[row.section].name

    def home_of(self, row: Row) -> str:
        return self.sections[row.section].home


def is_blank(text: str) -> bool:
    """Only spaces and tabs: other white space is text to Markdown."""
    return not text.strip(" \t")


def text_of_key(key: str) -> str:
    return key.removeprefix(_HEADING)


def is_line_key(key: str) -> bool:
    """Whether this is the key of a line: not of a heading, and not of a blank."""
    return not key.startswith(_HEADING) and not is_blank(key)


def _rows(document: Document) -> Iterator[Row]:
    number = 0
    for index, section in enumerate(document.sections):
        if section.shape is Shape.MARKDOWN:
            if number:
                number += 1
                yield Row(number, index, Role.BLANK, "", Inside.NOTHING)
            for text in section.heading:
                number += 1
                yield Row(number, index, Role.HEADING, text, Inside.NOTHING)
        for text, inside in zip(section.lines, section.inside, strict=True):
            number += 1
            yield Row(number, index, Role.BLANK if is_blank(text) else Role.LINE, text, inside)
