"""Where the locked lines of a note stand in a new text of it.

Locked lines come in blocks: neighbours that were born in one revision. A block is placed whole, in a section of the
same name, in the order of the blocks there, and not inside anything that hides it. Placing each at the leftmost
possible place finds a placement whenever there is one.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from notes.rules.authors.alignment import Alignment, Pair, longest_rising
from notes.rules.authors.origins import Origins
from notes.rules.documents import Document, Role
from notes.rules.locks.best_places import Choice, Spot, best_places
from notes.rules.locks.covers import covers
from notes.rules.locks.pools import Pool, pools_of

# So many pairs of places are weighed against each other.
MOST_PAIRS = 500


class Block(NamedTuple):
    """Indexes of the old note's rows, and the home of their section."""

    home: str
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """`pins` maps rows of the old note to rows of the new one; `broken` are the blocks that found no place."""

    pins: dict[int, int]
    broken: tuple[Block, ...]


def blocks_of(old: Document, origins: Origins, locked: Collection[int]) -> list[Block]:
    blocks: list[Block] = []
    open_block: list[int] = []
    for index, row in enumerate(old.rows):
        if row.role is Role.BLANK and (not open_block or row.section == old.rows[open_block[-1]].section):
            continue
        if open_block and not (index in locked and _follows(old, origins, open_block[-1], index)):
            blocks.append(Block(old.home_of(old.rows[open_block[0]]), tuple(open_block)))
            open_block = []
        if index in locked:
            open_block.append(index)
    if open_block:
        blocks.append(Block(old.home_of(old.rows[open_block[0]]), tuple(open_block)))
    return blocks


def place(finder: "Finder", blocks: Sequence[Block]) -> Placement:
    by_section: defaultdict[str, list[Block]] = defaultdict(list)
    for block in blocks:
        by_section[block.home].append(block)
    pins: dict[int, int] = {}
    broken: list[Block] = []
    for of_section in by_section.values():
        for block, start in zip(of_section, finder.places(of_section), strict=True):
            if start is None:
                broken.append(block)
            else:
                pins.update(finder.pins(block, start))
    return Placement(pins, tuple(broken))


def _follows(old: Document, origins: Origins, before: int, index: int) -> bool:
    here, there = origins[before], origins[index]
    same_birth = here is not None and there is not None and here.revision == there.revision
    return same_birth and old.rows[before].section == old.rows[index].section


class Finder:
    """Searches the pools of a new note for blocks of the old one."""

    def __init__(self, old: Document, new: Document, pair: Pair, stayed: Alignment, blocks: Sequence[Block]) -> None:
        self.old, self.new, self.pair, self.stayed = old, new, pair, stayed
        self.goes_to = {here: there for there, here in enumerate(stayed) if here is not None}
        self.pools = pools_of(old, new, pair, {block.home for block in blocks})
        self._first: dict[tuple[object, ...], int | None] = {}
        self.old_covers, self.new_covers = covers(old), covers(new)

    def pins(self, block: Block, start: int) -> Iterator[tuple[int, int]]:
        rows = self.pools[block.home].rows
        for here, there in zip(block.rows, rows[start : start + len(block.rows)], strict=True):
            if there is not None:
                yield here, there

    def places(self, blocks: Sequence[Block]) -> list[int | None]:
        """For the blocks of one section, in their order, the place of each in the pool."""
        guided = [self._guided(block) for block in blocks]
        if _in_order(blocks, guided):
            return guided
        earliest, latest = self._earliest(blocks), self._latest(blocks)
        if None in earliest or None in latest:
            return self._as_many_as_possible(blocks)
        if earliest == latest:
            return earliest
        spots = [self._between(*span) for span in zip(blocks, earliest, latest, strict=True)]
        if sum(len(one) * len(other) for one, other in pairwise(spots)) > MOST_PAIRS:
            return self._nearest(blocks, guided, earliest, latest)
        chosen = best_places(self.pair.left, self.pair.right, list(map(self._choice, blocks, spots)))
        return [of_block[index] for of_block, index in zip(spots, chosen, strict=True)]

    def first(self, block: Block, start: int = 0) -> int | None:
        pool, wanted = self.pools[block.home], self._wanted(block)
        at = pool.letters.find(wanted, start)
        while at >= 0 and self._hides(block, pool, at):
            at = pool.letters.find(wanted, at + 1)
        return None if at < 0 else at

    def anywhere(self, block: Block) -> int | None:
        """Like `first` from the top, asked once for each different block: equal lines may be many."""
        key = (block.home, self._wanted(block), *(self.old_covers.get(row) for row in block.rows))
        if key not in self._first:
            self._first[key] = self.first(block)
        return self._first[key]

    def count(self, block: Block) -> int:
        """How often the words of this one line stand in its section for all to see."""
        return 0 if self.anywhere(block) is None else self.pools[block.home].letters.count(self._wanted(block))

    def buried(self, block: Block) -> bool:
        """The words of this one line stand in its section, but hidden."""
        pool, wanted = self.pools[block.home], self._wanted(block)
        return self.anywhere(block) is None and (wanted in pool.hidden or wanted in pool.letters)

    def _choice(self, block: Block, places: list[int]) -> Choice:
        rows = self.pools[block.home].rows
        spots = []
        for at in places:
            first, last = rows[at], rows[at + len(block.rows) - 1]
            if first is not None and last is not None:
                spots.append(Spot(first, last + 1))
        return Choice(block.rows[0], block.rows[-1] + 1, spots)

    def _nearest(
        self,
        blocks: Sequence[Block],
        guided: list[int | None],
        earliest: list[int | None],
        latest: list[int | None],
    ) -> list[int | None]:
        """Too many places to try them all: where the guide points to if that leaves room, else the next one."""
        places: list[int | None] = []
        at = 0
        for block, wished, last in zip(blocks, guided, latest, strict=True):
            start = wished if wished is not None and at <= wished <= (last or 0) else self.first(block, at)
            if start is None:
                return earliest
            places.append(start)
            at = start + len(block.rows)
        return places

    def _between(self, block: Block, earliest: int | None, latest: int | None) -> list[int]:
        places: list[int] = []
        at = earliest
        while at is not None and at <= (latest or 0) and len(places) < MOST_PAIRS:
            places.append(at)
            at = self.first(block, at + 1)
        return places

    def _earliest(self, blocks: Sequence[Block]) -> list[int | None]:
        places: list[int | None] = []
        at: int | None = 0
        for block in blocks:
            start = None if at is None else self.first(block, at)
            places.append(start)
            at = None if start is None else start + len(block.rows)
        return places

    def _guided(self, block: Block) -> int | None:
        pool = self.pools[block.home]
        at = pool.places.get(self.goes_to.get(block.rows[0], -1))
        if at is None:
            return None
        fits = pool.letters.startswith(self._wanted(block), at) and not self._hides(block, pool, at)
        return at if fits else None

    def _latest(self, blocks: Sequence[Block]) -> list[int | None]:
        """The last place of each block that leaves room for those behind it."""
        pool = self.pools[blocks[0].home]
        latest: list[int | None] = []
        end = len(pool.letters)
        for block in reversed(blocks):
            at = pool.letters.rfind(self._wanted(block), 0, max(end, 0))
            while at >= 0 and self._hides(block, pool, at):
                at = pool.letters.rfind(self._wanted(block), 0, at + len(block.rows) - 1)
            latest.append(None if at < 0 else at)
            end = at
        return latest[::-1]

    def _as_many_as_possible(self, blocks: Sequence[Block]) -> list[int | None]:
        found = [(index, at) for index, block in enumerate(blocks) if (at := self._best(block)) is not None]
        places: list[int | None] = [None] * len(blocks)
        end = 0
        for index, at in longest_rising(found):
            if at >= end:
                places[index] = at
                end = at + len(blocks[index].rows)
        return places

    def _best(self, block: Block) -> int | None:
        guided = self._guided(block)
        return self.anywhere(block) if guided is None else guided

    def _wanted(self, block: Block) -> str:
        return "".join([self.pair.left[row] for row in block.rows])

    def _hides(self, block: Block, pool: Pool, at: int) -> bool:
        """A line is hidden by what encloses it now and did not before."""
        now = pool.rows[at : at + len(block.rows)]
        return any(pool.inside[at : at + len(block.rows)]) and any(
            there in self.new_covers and self.new_covers[there] != self.old_covers.get(row)
            for row, there in zip(block.rows, now, strict=True)
        )


def _in_order(blocks: Sequence[Block], places: Sequence[int | None]) -> bool:
    end = 0
    for block, at in zip(blocks, places, strict=True):
        if at is None or at < end:
            return False
        end = at + len(block.rows)
    return True
