"""Lines that moved within a note, by their exact text.

A line that stood once cannot be mistaken for another. Its neighbours that moved with it take their authors along too,
however often their like stands elsewhere. Of lines that stood a few times one has moved where as many stand now as
before: none was added, so none is anybody else's.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from notes.rules.documents import is_blank, is_line_key

# Lines that stand more often ("- none", "```") come and go by themselves all the time.
FEW = 3


def add_moved(old: Sequence[str], new: Sequence[str], found: list[int | None]) -> None:
    """`found` says for each new key which old one stands there; what moved is added to it."""
    fresh = [index for index, here in enumerate(found) if here is None and is_line_key(new[index])]
    if not fresh:
        return
    gone = {index for index in {*range(len(old))}.difference(found) if is_line_key(old[index])}
    texts = {new[index] for index in fresh} & {old[index] for index in gone}
    if not texts:
        return
    counts = Counter(key for key in old if key in texts)
    stood = {old[index]: index for index in gone if counts.get(old[index]) == 1}
    moves = _Moves(old, new, found, gone)
    for index in fresh:
        here = stood.get(new[index], -1)
        if here in gone and found[index] is None:
            moves.take(here, index)
    _add_repeated(old, new, moves, {text: count for text, count in counts.items() if 1 < count <= FEW})


def _add_repeated(old: Sequence[str], new: Sequence[str], moves: "_Moves", before: Mapping[str, int]) -> None:
    now = Counter(key for key in new if key in before) if before else {}
    same = {text for text, count in before.items() if now.get(text) == count}
    left = Counter(old[index] for index in moves.gone if old[index] in same)
    places = {old[index]: index for index in moves.gone if left.get(old[index]) == 1}
    for index, key in enumerate(new):
        if moves.found[index] is None and key in places:
            moves.take(places.pop(key), index)


class _Moves:
    """`gone`: old lines that stand nowhere yet."""

    def __init__(self, old: Sequence[str], new: Sequence[str], found: list[int | None], gone: set[int]) -> None:
        self.old, self.new, self.found, self.gone = old, new, found, gone

    def take(self, here: int, there: int) -> None:
        """A line, and the neighbours that moved with it, blank lines aside."""
        self._match(here, there)
        for step in (-1, 1):
            one, other = _beside(self.old, here, step), _beside(self.new, there, step)
            while self._goes_along(one, other):
                self._match(one, other)
                one, other = _beside(self.old, one, step), _beside(self.new, other, step)

    def _match(self, here: int, there: int) -> None:
        self.found[there] = here
        self.gone.discard(here)

    def _goes_along(self, here: int, there: int) -> bool:
        fits = here in self.gone and 0 <= there < len(self.new) and self.found[there] is None
        return fits and self.old[here] == self.new[there]


def _beside(keys: Sequence[str], index: int, step: int) -> int:
    index += step
    while 0 <= index < len(keys) and is_blank(keys[index]):
        index += step
    return index
