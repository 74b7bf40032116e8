"""The new note's lines by the name of their section, as strings that can be searched for locked lines."""

from collections import Counter, defaultdict
from collections.abc import Collection
from functools import cached_property

from notes.rules.authors.alignment import Pair
from notes.rules.documents import Document, Role
from notes.rules.markdown import Inside

HEADING = "\0"
# The letter of a line that is hidden now and, as these words, never was before.
HIDDEN = "\U0010ffff"


class Pool:
    """The lines of all sections of one name in the new note, with `HEADING` between two sections."""

    def __init__(self) -> None:
        self.rows: list[int | None] = []
        self.inside: list[Inside] = []
        self.places: dict[int, int] = {}
        self.hidden: set[str] = set()
        self._letters: list[str] = []

    def add(self, letter: str, row: int | None, inside: Inside) -> None:
        self._letters.append(letter)
        self.rows.append(row)
        self.inside.append(inside)

    @cached_property
    def letters(self) -> str:
        return "".join(self._letters)


def pools_of(old: Document, new: Document, pair: Pair, homes: Collection[str]) -> defaultdict[str, Pool]:
    was_inside = {(row.text, row.inside) for row in old.rows if row.inside}
    counts = _counting(old, new, homes)
    pools: defaultdict[str, Pool] = defaultdict(Pool)
    section = -1
    for (index, row), letter in zip(enumerate(new.rows), pair.right, strict=True):
        if row.role is not Role.LINE or not counts[row.section]:
            continue
        pool = pools[new.home_of(row)]
        if row.section != section and pool.rows:
            pool.add(HEADING, None, Inside.NOTHING)
        section = row.section
        pool.places[index] = len(pool.rows)
        if row.inside and (row.text, row.inside) not in was_inside:
            pool.hidden.add(letter)
            letter = HIDDEN
        pool.add(letter, index, row.inside)
    return pools


def _counting(old: Document, new: Document, homes: Collection[str]) -> list[bool]:
    """Of several sections of one name only as many count as the old note had."""
    left = Counter(section.home for section in old.sections if section.home in homes)
    counts = []
    for section in new.sections:
        counts.append(left[section.home] > 0)
        left[section.home] -= 1
    return counts
