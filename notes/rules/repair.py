"""What an agent should send instead of a write that breaks locks: its own text with the locked lines in place."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from notes.rules.documents import Document, Section, Shape, is_blank
from notes.rules.formats import render
from notes.rules.locks import LockCheck
from notes.rules.markdown import Inside
from notes.rules.placement import Block


class Place(NamedTuple):
    """Before line `line` of section `section` of the new note."""

    section: int
    line: int


def candidates(old: Document, new: Document, check: LockCheck) -> Iterator[str]:
    """From the gentlest repair to the surest; the caller takes the first that all its checks let pass."""
    yield render(with_locked_lines(old, new, check))
    yield render(with_locked_sections(old, new, {block.section for block in check.placement.broken}))
    yield render(with_locked_sections(old, new, {block.section for block in check.blocks}))
    yield render(old)


def with_locked_lines(old: Document, new: Document, check: LockCheck) -> Document:
    """Broken blocks stand where their changed form stood, else behind the line that they followed before."""
    repair = _Repair(old, new, check)
    for block in check.placement.broken:
        repair.put_back(block)
    return repair.document()


def with_locked_sections(old: Document, new: Document, names: set[str]) -> Document:
    """The named sections as they stand in the old note, all others as the agent wrote them."""
    kept = [section for section in old.sections if section.name in names]
    sections: list[Section] = []
    for section in new.sections:
        if section.name not in names:
            sections.append(section)
        elif kept and kept[0].name == section.name:
            sections.append(kept.pop(0))
    for section in kept:
        sections.insert(_home(old, sections, section.name), section)
    return replace(new, sections=tuple(sections))


class _Repair:
    def __init__(self, old: Document, new: Document, check: LockCheck) -> None:
        self.old, self.new, self.check = old, new, check
        self.place_of = _places(new)
        self.home = {here: there for there, here in enumerate(check.alignment) if here is not None}
        broken = {row for block in check.placement.broken for row in block.rows}
        self.out = {there for row, there in self.home.items() if row in broken} | set(check.changed.values())
        self.gone = {self.place_of[row] for row in self.out if row in self.place_of}
        self.added: defaultdict[Place, list[str]] = defaultdict(list)
        self.lost: list[tuple[str, list[str]]] = []
        self.at: dict[Block, Place] = {}

    def put_back(self, block: Block) -> None:
        texts = [self.old.rows[row].text for row in range(block.rows[0], block.rows[-1] + 1)]
        place = self._place(block)
        if place is None:
            self.lost.append((block.section, texts))
            return
        self.at[block] = place
        self.added[place] += texts

    def document(self) -> Document:
        sections = [self._section(index, section) for index, section in enumerate(self.new.sections)]
        for name, texts in self.lost:
            heading = next(section.heading for section in self.old.sections if section.name == name)
            same = next((i for i, section in enumerate(sections) if section.name == name), None)
            if same is None:
                at = _home(self.old, sections, name)
                sections.insert(at, _with_lines(Section(name, (), heading), texts))
            else:
                sections[same] = _with_lines(sections[same], [*sections[same].lines, *texts])
        return replace(self.new, sections=tuple(sections))

    def _place(self, block: Block) -> Place | None:
        """Between the neighbouring blocks of its section, so that their order holds."""
        low, high = self._bounds(block)
        wished = self._instead(block) or self._behind(block) or low
        return min(max(wished, low), high) if wished and low and high else None

    def _bounds(self, block: Block) -> tuple[Place | None, Place | None]:
        own = [index for index, section in enumerate(self.new.sections) if section.name == block.section]
        if not own:
            return None, None
        low, high = Place(own[0], 0), Place(own[-1], len(self.new.sections[own[-1]].lines))
        for other in self.check.blocks:
            if other.section != block.section or other == block:
                continue
            before = other.rows < block.rows
            at = self._end(other) if before else self._start(other)
            if at:
                low, high = (max(low, at), high) if before else (low, min(high, at))
        return low, high

    def _start(self, block: Block) -> Place | None:
        row = self.check.placement.pins.get(block.rows[0])
        return self.at.get(block) if row is None else self.place_of[row]

    def _end(self, block: Block) -> Place | None:
        row = self.check.placement.pins.get(block.rows[-1])
        return self.at.get(block) if row is None else _after(self.place_of[row])

    def _instead(self, block: Block) -> Place | None:
        rows = [self.check.changed[row] for row in block.rows if row in self.check.changed]
        rows += [self.home[row] for row in block.rows if row in self.home]
        own = (self.place_of[row] for row in rows)
        return next((place for place in own if self.new.sections[place.section].name == block.section), None)

    def _behind(self, block: Block) -> Place | None:
        section = self.old.rows[block.rows[0]].section
        for row in range(block.rows[0] - 1, -1, -1):
            if self.old.rows[row].section != section:
                return None
            # Blank lines between sections and headings are rows too, but no places.
            place = self.place_of.get(self.home.get(row, -1))
            if place and self.new.sections[place.section].name == block.section:
                return _after(place)
        return None

    def _section(self, index: int, section: Section) -> Section:
        if section.shape is Shape.TEXT and (
            texts := self.added.get(Place(index, 0)) or self.added.get(Place(index, 1))
        ):
            return _with_lines(section, texts)
        lines: list[str] = []
        for number in range(len(section.lines) + 1):
            lines += self.added.get(Place(index, number), [])
            if number < len(section.lines) and Place(index, number) not in self.gone:
                lines.append(section.lines[number])
        return _with_lines(section, lines)


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
        while lines and is_blank(lines[0]):
            lines = lines[1:]
        while lines and is_blank(lines[-1]):
            lines = lines[:-1]
    return replace(section, lines=tuple(lines), inside=(Inside.NOTHING,) * len(lines))


def _home(old: Document, sections: list[Section], name: str) -> int:
    """Behind the section that it followed in the old note, as far as that is still there."""
    names = [section.name for section in sections]
    for before in reversed(old.names[: old.names.index(name)]):
        if before in names:
            return len(names) - names[::-1].index(before)
    return 0
