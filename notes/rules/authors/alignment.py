"""Which line of the old note stands where in the new one."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain

from notes.rules.authors.matching import matching_blocks
from notes.rules.authors.moves import add_moved
from notes.rules.authors.sliding import slide_changes
from notes.rules.documents import Document

# For each new row the index of the old row that it continues, or None.
Alignment = list[int | None]


class Letters:
    """Gives equal keys the same letter, from \\x01 on."""

    def __init__(self, *keys: list[str]) -> None:
        self._letters = {key: chr(number) for number, key in enumerate(dict.fromkeys(chain(*keys)), start=1)}
        self._next = len(self._letters)

    def of(self, keys: list[str]) -> str:
        return "".join(map(self._letters.__getitem__, keys))

    def unique(self) -> str:
        """A letter that no row has."""
        self._next += 1
        return chr(self._next)


class Pair:
    """Two versions of a note. As strings, one letter for each row, they are searched for blocks of lines."""

    def __init__(self, old: Document, new: Document) -> None:
        self.old, self.new = old, new

    @cached_property
    def letters(self) -> Letters:
        return Letters(self.old.keys, self.new.keys)

    @cached_property
    def left(self) -> str:
        return self.letters.of(self.old.keys)

    @cached_property
    def right(self) -> str:
        return self.letters.of(self.new.keys)


def align(old: Document, new: Document) -> Alignment:
    """What stayed in place, then what moved, by its exact text."""
    pair = Pair(old, new)
    return with_moved(pair, in_place(pair))


def in_place(pair: Pair, pins: Mapping[int, int] | None = None) -> Alignment:
    """The longest common subsequence around the pins (old index → new index)."""
    if not pins:
        return common_lines(pair.old.keys, pair.new.keys)
    left, right = _set_apart(pins, pair)
    found: Alignment = [None] * len(right)
    for here, there in pins.items():
        found[there] = here
    for (a, b), (c, d) in _gaps(pins, len(left), len(right)):
        found[b:d] = [None if here is None else a + here for here in common_lines(left[a:c], right[b:d])]
    return found


def with_moved(pair: Pair, stayed: Alignment) -> Alignment:
    """What stayed in place, and the lines left over on both sides that moved."""
    found = list(stayed)
    add_moved(pair.old.keys, pair.new.keys, found)
    return found


def common_lines(left: Sequence[str], right: Sequence[str]) -> Alignment:
    """For each of the right the place on the left; of equally long matches the one that git would choose."""
    goes_to: Alignment = [None] * len(left)
    comes_from: Alignment = [None] * len(right)
    for first, second, length in matching_blocks(left, right):
        goes_to[first : first + length] = range(second, second + length)
        comes_from[second : second + length] = range(first, first + length)
    if slide_changes(left, goes_to, len(right)):
        comes_from = _turned(goes_to, len(right))
    slide_changes(right, comes_from, len(left))
    return comes_from


def _turned(places: Alignment, others: int) -> Alignment:
    found: Alignment = [None] * others
    for here, there in enumerate(places):
        if there is not None:
            found[there] = here
    return found


def _set_apart(pins: Mapping[int, int], pair: Pair) -> tuple[str, str]:
    """Pinned rows get a letter that nothing else has, so that no other row is matched with them."""
    left, right = list(pair.left), list(pair.right)
    one, other = pair.letters.unique(), pair.letters.unique()
    for here, there in pins.items():
        left[here], right[there] = one, other
    return "".join(left), "".join(right)


def _gaps(pins: Mapping[int, int], left: int, right: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The stretches between pins; where pins cross (sections changed places) the most that do not cross count."""
    chain = [*longest_rising(sorted(pins.items())), (left, right)]
    gaps, here = [], (0, 0)
    for pin in chain:
        gaps.append((here, pin))
        here = (pin[0] + 1, pin[1] + 1)
    return gaps


def longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of the pairs (sorted by the first) in which the second rises too."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int | None] = []
    for index, (_, second) in enumerate(pairs):
        place = bisect_left(tails, second)
        before.append(ends[place - 1] if place else None)
        tails[place : place + 1], ends[place : place + 1] = [second], [index]
    chain, at = [], ends[-1] if ends else None
    while at is not None:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]
