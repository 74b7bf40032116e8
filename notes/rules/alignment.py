"""Which line of the old note stands where in the new one.

Each distinct row becomes one letter, so that a note is a string and the searches run at the speed of strings.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from rapidfuzz.distance import LCSseq

from notes.rules.documents import Role, Row

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


def align(old: Sequence[Row], new: Sequence[Row], pins: Mapping[int, int] | None = None) -> Alignment:
    """What stayed in place around the pins (old index → new index), then what moved, by its exact text."""
    return with_moved(old, new, in_place(old, new, pins))


def in_place(old: Sequence[Row], new: Sequence[Row], pins: Mapping[int, int] | None = None) -> Alignment:
    """The longest common subsequence around the pins."""
    letters = Letters()
    left, right = letters.of(old), letters.of(new)
    found: Alignment = [None] * len(new)
    if pins:
        left, right = _set_apart(pins, letters, left, right)
        for here, there in pins.items():
            found[there] = here
    for first, last in _gaps(pins or {}, len(left), len(right)):
        _common(left, right, first, last, found)
    return found


def with_moved(old: Sequence[Row], new: Sequence[Row], stayed: Alignment) -> Alignment:
    """Adds the lines left over on both sides that are equal to the letter; neighbours that moved stay neighbours."""
    found = list(stayed)
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


def _set_apart(pins: Mapping[int, int], letters: Letters, left: str, right: str) -> tuple[str, str]:
    """Pinned rows get a letter that nothing else has, so that no other row is matched with them."""
    olds, news, apart = list(left), list(right), letters.unique()
    other = letters.unique()
    for here, there in pins.items():
        olds[here], news[there] = apart, other
    return "".join(olds), "".join(news)


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


def _common(left: str, right: str, first: tuple[int, int], last: tuple[int, int], found: Alignment) -> None:
    """Match the stretch [first, last): common ends first, which is both faster and what a reader expects."""
    (a, b), (c, d) = first, last
    while a < c and b < d and left[a] == right[b]:
        found[b] = a
        a, b = a + 1, b + 1
    while a < c and b < d and left[c - 1] == right[d - 1]:
        c, d = c - 1, d - 1
        found[d] = c
    if a < c and b < d:
        for block in LCSseq.opcodes(left[a:c], right[b:d]):
            if block.tag == "equal":
                for step in range(block.src_end - block.src_start):
                    found[b + block.dest_start + step] = a + block.src_start + step


def _likeliest(old: Sequence[Row], new: Sequence[Row], found: Alignment, index: int, places: Mapping[int, None]) -> int:
    """Of equal lines the one that follows what stands above now, else one with the same line below, else the first."""
    above = found[index - 1] if index else None
    if above is not None and above + 1 in places:
        return above + 1
    below = new[index + 1].text if index + 1 < len(new) else None
    some = islice(places, MOST_TRIED)
    alike = (place for place in some if place + 1 < len(old) and old[place + 1].text == below)
    return next(alike, next(iter(places)))
