"""What went wrong with each locked line that found no place, in words that say how to be right."""

from collections import Counter
from collections.abc import Iterator

from rapidfuzz import fuzz, process

from notes.rules.authors.alignment import Alignment
from notes.rules.authors.origins import Origins
from notes.rules.documents import Role
from notes.rules.locks.locked_lines import Locked, Signature
from notes.rules.locks.placement import Block, Finder, Placement, place
from notes.rules.problems import Problem

RESEMBLES = 60
# Comparing every lock with every new line is only worth it while both are few and not very long.
MOST_PAIRS = 40_000
MOST_CHARACTERS = 200_000_000
SHOWN = 120


class LockReport:
    """Names every broken lock once, in the order of the note."""

    def __init__(
        self, finder: Finder, origins: Origins, locked: Locked, alignment: Alignment, placement: Placement
    ) -> None:
        self.finder, self.origins, self.locked, self.alignment = finder, origins, locked, alignment
        self.old, self.new, self.blocks = finder.old, finder.new, placement.broken
        singles = [Block(block.home, (row,)) for block in placement.broken for row in block.rows]
        # Line by line, with the blocks that have their place as fixed points.
        whole = [Block(self.old.home_of(self.old.rows[row]), (row,)) for row in placement.pins]
        self.lines = place(finder, sorted([*whole, *singles], key=lambda block: block.rows))
        self.standing = Counter(self._words(row) for row in self.lines.pins)
        self.new_texts = {
            row.text
            for row, here in zip(self.new.rows, finder.stayed, strict=True)
            if here is None and row.role is Role.LINE
        }
        self.lost = {block.rows[0]: self._kind(block) for block in self.lines.broken}
        self.changed = self._changed([row for row, kind in self.lost.items() if kind is None])

    def problems(self) -> tuple[Problem, ...]:
        said: dict[int, Problem] = {}
        for row, kind in self.lost.items():
            code = kind or ("lock.line_changed" if row in self.changed else "lock.line_missing")
            said[row] = self._problem(code, row, self.changed.get(row))
        for row in self._split():
            said.setdefault(row, self._problem("lock.block_split", row, None))
        for block in self.blocks:
            if not any(row in said for row in block.rows):
                row = block.rows[0]
                said[row] = self._problem("lock.lines_reordered", row, None)
        return tuple(said[row] for row in sorted(said))

    def _kind(self, block: Block) -> str | None:
        words = self._words(block.rows[0])
        if self.finder.count(block) > self.standing[words]:
            return "lock.lines_reordered"
        if self.finder.buried(block):
            return "lock.line_buried"
        return "lock.line_moved" if words[1] in self.new_texts else None

    def _words(self, row: int) -> tuple[str, str]:
        return self.old.home_of(self.old.rows[row]), self.old.rows[row].text

    def _changed(self, gone: list[int]) -> dict[int, int]:
        """The new line that each lost one resembles; a new line serves one lock, the best pairs first."""
        fresh = [
            index
            for index, (row, here) in enumerate(zip(self.new.rows, self.alignment, strict=True))
            if here is None and row.role is Role.LINE
        ]
        choices = {index: self.new.rows[index].text for index in fresh}
        characters = sum(len(self.old.rows[row].text) for row in gone) * sum(map(len, choices.values()))
        if len(gone) * len(fresh) > MOST_PAIRS or characters > MOST_CHARACTERS:
            return {}
        pairs = [
            (-score, row, index)
            for row in gone
            for _, score, index in process.extract(
                self.old.rows[row].text, choices, scorer=fuzz.ratio, score_cutoff=RESEMBLES, limit=None
            )
        ]
        found: dict[int, int] = {}
        for _, row, index in sorted(pairs):
            if row not in found and index not in found.values():
                found[row] = index
        return found

    def _split(self) -> Iterator[int]:
        """The first line of each pair of a block that has something between it and the next one now."""
        for block in self.blocks:
            for row, after in zip(block.rows, block.rows[1:], strict=False):
                here, there = self.lines.pins.get(row), self.lines.pins.get(after)
                if here is not None and there is not None and self._something_between(here, there):
                    yield row

    def _something_between(self, here: int, there: int) -> bool:
        return any(row.role is not Role.BLANK for row in self.new.rows[here + 1 : there])

    def _problem(self, code: str, row: int, yours: int | None) -> Problem:
        origin, who, line = self.origins[row], self.locked[row], self.old.rows[row]
        place = self.new.rows[yours] if yours is not None else None
        detail = {"id": str(origin), "locked": line.text, "author": who.name, "written": who.day}
        if place:
            detail["yours"] = place.text
        section = self.old.section_of(line)
        says = _sentence(code, _named(section), line.text, who)
        return Problem(code, says, section=section, line=place.number if place else None, detail=detail)


def _named(section: str) -> str:
    return f"in “{section}”" if section.strip("-") else "at the top"


def _sentence(code: str, where: str, text: str, who: Signature) -> str:
    line = f"The locked line “{_short(text)}” {where} (by {who.name}, {who.day})"
    return {
        "lock.line_missing": f"{line} is missing. Put it back word for word.",
        "lock.line_changed": f"{line} was changed. Put it back word for word.",
        "lock.line_moved": f"{line} stands under another heading. Put it back under its own.",
        "lock.lines_reordered": f"{line} has changed places with another locked line. Keep their order.",
        "lock.block_split": f"{line} was parted from the next one. Write yours above or below both.",
        "lock.line_buried": f"{line} is inside code, a comment or a definition now. Let it stand as text.",
    }[code]


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
