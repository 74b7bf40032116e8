"""Which line of the old note stands where in the new one.

Each distinct row becomes one letter, so that a note is a string and the searches run at the speed of strings.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from notes.rules.documents import Role, Row
from notes.rules.matching import matching_blocks

# Of so many equal lines that moved one is as likely as the other.
MOST_TRIED = 20
# For each new row the index of the old row that it continues, or None.
Alignment = list[int | None]


class Letters:
    """Gives equal rows the same letter, from \\x01 on."""

    def __init__(self) -> None:
        self._letters: dict[tuple[Role, str], str] = {}
        self._next = 0

    def of(self, rows: Iterable[Row]) -> str:
        letters = self._letters
        return "".join([letters.get((row.role, row.text)) or self._new(row) for row in rows])

    def unique(self) -> str:
        """A letter that no row has."""
        self._next += 1
        return chr(self._next)

    def _new(self, row: Row) -> str:
        letter = self._letters[row.role, row.text] = self.unique()
        return letter


class Pair:
    """Two versions of a note, as rows and as strings."""

    def __init__(self, old: Sequence[Row], new: Sequence[Row]) -> None:
        self.old, self.new = old, new
        self.letters = Letters()
        self.left, self.right = self.letters.of(old), self.letters.of(new)


def align(old: Sequence[Row], new: Sequence[Row]) -> Alignment:
    """What stayed in place, then what moved, by its exact text."""
    pair = Pair(old, new)
    return with_moved(pair, in_place(pair))


def in_place(pair: Pair, pins: Mapping[int, int] | None = None) -> Alignment:
    """The longest common subsequence around the pins (old index → new index)."""
    left, right = _set_apart(pins, pair) if pins else (pair.left, pair.right)
    found: Alignment = [None] * len(pair.new)
    for here, there in (pins or {}).items():
        found[there] = here
    for (a, b), (c, d) in _gaps(pins or {}, len(left), len(right)):
        for first, second, length in matching_blocks(left[a:c], right[b:d]):
            found[b + second : b + second + length] = range(a + first, a + first + length)
    return found


def with_moved(pair: Pair, stayed: Alignment) -> Alignment:
    """Adds the lines left over on both sides that are equal to the letter; neighbours that moved stay neighbours."""
    old, new, found = pair.old, pair.new, list(stayed)
    kept = {index for index in found if index is not None}
    waiting: defaultdict[str, dict[int, None]] = defaultdict(dict)
    for index, row in enumerate(old):
        if row.role is Role.LINE and index not in kept:
            waiting[row.text][index] = None
    for index, row in enumerate(new):
        if found[index] is None and row.role is Role.LINE and (places := waiting.get(row.text)):
            place = found[index] = _likeliest(old, new, found, index, places)
            del places[place]
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


def _likeliest(old: Sequence[Row], new: Sequence[Row], found: Alignment, index: int, places: Mapping[int, None]) -> int:
    """Of equal lines the one that follows what stands above now, else one with the same line below, else the first."""
    above = found[index - 1] if index else None
    if above is not None and above + 1 in places:
        return above + 1
    below = new[index + 1].text if index + 1 < len(new) else None
    some = islice(places, MOST_TRIED)
    alike = (place for place in some if place + 1 < len(old) and old[place + 1].text == below)
    return next(alike, next(iter(places)))
