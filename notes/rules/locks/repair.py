"""What an agent should send instead of a write that breaks locks: its own text with the locked lines in place."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from notes.rules.documents import Document, Section, Shape, is_blank
from notes.rules.formats import render, twelve_fields
from notes.rules.locks.check import LockCheck
from notes.rules.locks.placement import Block
from notes.rules.markdown import Inside


class Place(NamedTuple):
    """Before line `line` of section `section` of the new note."""

    section: int
    line: int


def candidates(old: Document, new: Document, check: LockCheck) -> Iterator[str]:
    """From the gentlest repair to the surest; the caller takes the first that all its checks let pass."""
    yield render(with_locked_lines(old, new, check))
    yield render(with_locked_sections(old, new, {block.home for block in check.placement.broken}))
    yield render(with_locked_sections(old, new, {block.home for block in check.blocks}))
    yield render(old)


def with_locked_lines(old: Document, new: Document, check: LockCheck) -> Document:
    """Broken blocks stand where their changed form stood, else behind the line that they followed before."""
    repair = _Repair(old, new, check)
    by_section: defaultdict[str, list[Block]] = defaultdict(list)
    for block in check.blocks:
        by_section[block.home].append(block)
    for home, blocks in by_section.items():
        repair.put_back(home, blocks)
    return repair.document()


def with_locked_sections(old: Document, new: Document, homes: set[str]) -> Document:
    """These sections as they stand in the old note, all others as the agent wrote them."""
    kept: defaultdict[str, list[Section]] = defaultdict(list)
    for section in old.sections:
        if section.home in homes:
            kept[section.home].append(section)
    sections: list[Section] = []
    for section in new.sections:
        if section.home not in homes:
            sections.append(section)
        elif kept[section.home]:
            sections.append(kept[section.home].pop(0))
    return replace(new, sections=_with_lost(old, sections, kept))


class _Repair:
    def __init__(self, old: Document, new: Document, check: LockCheck) -> None:
        self.old, self.new, self.check = old, new, check
        self.place_of = _places(new)
        self.home = {here: there for there, here in enumerate(check.alignment) if here is not None}
        self.broken = set(check.placement.broken)
        rows = {row for block in self.broken for row in block.rows}
        out = [there for row, there in self.home.items() if row in rows] + list(check.changed.values())
        self.gone = {self.place_of[row] for row in out}
        self.behind = self._survivors()
        self.sections: dict[str, list[int]] = {}
        for index, section in enumerate(new.sections):
            self.sections.setdefault(section.home, []).append(index)
        self.added: defaultdict[Place, list[str]] = defaultdict(list)
        self.lost: dict[str, list[str]] = {}

    def put_back(self, home: str, blocks: list[Block]) -> None:
        """Each broken block goes between its neighbours, so that their order holds."""
        own = self.sections.get(home)
        if own is None:
            self.lost[home] = [text for block in blocks for text in self._texts(block)]
            return
        low, end = Place(own[0], 0), Place(own[-1], len(self.new.sections[own[-1]].lines))
        highs = list(accumulate((self._start(block) or end for block in reversed(blocks)), min, initial=end))[::-1]
        for block, high in zip(blocks, highs[1:], strict=True):
            if block not in self.broken:
                low = max(low, _after(self.place_of[self.check.placement.pins[block.rows[-1]]]))
                continue
            wished = self._instead(block) or self.behind.get(block.rows[0]) or low
            low = min(max(wished, low), high)
            self.added[low] += self._texts(block)

    def document(self) -> Document:
        sections = [self._section(index, section) for index, section in enumerate(self.new.sections)]
        lost = {
            section.home: [_with_lines(section, self.lost[section.home])]
            for section in reversed(self.old.sections)
            if section.home in self.lost
        }
        return replace(self.new, sections=_with_lost(self.old, sections, lost))

    def _texts(self, block: Block) -> list[str]:
        return [self.old.rows[row].text for row in range(block.rows[0], block.rows[-1] + 1)]

    def _start(self, block: Block) -> Place | None:
        row = self.check.placement.pins.get(block.rows[0])
        return None if row is None else self.place_of[row]

    def _instead(self, block: Block) -> Place | None:
        rows = [self.check.changed[row] for row in block.rows if row in self.check.changed]
        rows += [self.home[row] for row in block.rows if row in self.home]
        own = (self.place_of[row] for row in rows)
        return next((place for place in own if self.new.sections[place.section].home == block.home), None)

    def _survivors(self) -> dict[int, Place]:
        """For each old row the place behind the nearest row above it that still stands in its section."""
        found: dict[int, Place] = {}
        last: tuple[int, Place] | None = None
        for index, row in enumerate(self.old.rows):
            if last and last[0] == row.section:
                found[index] = last[1]
            # Headings and the blank lines between sections are rows too, but no places.
            place = self.place_of.get(self.home.get(index, -1))
            if place and self.new.sections[place.section].home == self.old.home_of(row):
                last = (row.section, _after(place))
        return found

    def _section(self, index: int, section: Section) -> Section:
        lines: list[str] = []
        put_back: list[str] = []
        for number in range(len(section.lines) + 1):
            place = Place(index, number)
            put_back += self.added.get(place, [])
            lines += self.added.get(place, [])
            if number < len(section.lines) and place not in self.gone:
                lines.append(section.lines[number])
        if section.shape is Shape.TEXT and len(lines) != 1:
            return self._text(section, lines, put_back)
        return _with_lines(section, lines)

    def _text(self, section: Section, lines: list[str], put_back: list[str]) -> Section:
        """A field of one text holds exactly one; where it may be a list it becomes one rather than lose any."""
        if not lines:
            return section
        if self.new.format == twelve_fields.NAME:
            return replace(_with_lines(section, lines), shape=Shape.LIST)
        return _with_lines(section, put_back[:1])


def _places(new: Document) -> dict[int, Place]:
    """Where each line of the new note's rows stands in its section."""
    places: dict[int, Place] = {}
    index = 0
    for number, section in enumerate(new.sections):
        if section.shape is Shape.MARKDOWN:
            index += len(section.heading) + (1 if index else 0)
        for line in range(len(section.lines)):
            places[index] = Place(number, line)
            index += 1
    return places


def _after(place: Place) -> Place:
    return Place(place.section, place.line + 1)


def _with_lines(section: Section, lines: list[str]) -> Section:
    """In Markdown blank edges go; what encloses the lines is found anew when the text is parsed."""
    if section.shape is Shape.MARKDOWN:
        text = [index for index, line in enumerate(lines) if not is_blank(line)]
        lines = lines[text[0] : text[-1] + 1] if text else []
    return replace(section, lines=tuple(lines), inside=(Inside.NOTHING,) * len(lines))


def _with_lost(old: Document, sections: Iterable[Section], lost: Mapping[str, list[Section]]) -> tuple[Section, ...]:
    """Sections that went missing stand behind the one that they followed in the old note, else at the top."""
    sections = list(sections)
    last_place = {section.home: index for index, section in enumerate(sections)}
    behind: defaultdict[int, list[Section]] = defaultdict(list)
    at = -1
    for home in dict.fromkeys(section.home for section in old.sections):
        at = last_place.get(home, at)
        behind[at] += lost.get(home, [])
    found = list(behind[-1])
    for index, section in enumerate(sections):
        found += [section, *behind[index]]
    return tuple(found)
