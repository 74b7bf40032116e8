"""Lines that moved within a note, by their exact text.

A line that stands once or a few times, and as often as before, cannot be mistaken for another. Around one that moved
its neighbours moved too, and take their author along, however often their like stands elsewhere.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from notes.rules.documents import Role, Row

# Of more equal lines than this one can be as old as the other.
FEW = 3


def add_moved(old: Sequence[Row], new: Sequence[Row], found: list[int | None]) -> None:
    """`found` says for each new row which old one stands there; what moved is added to it."""
    fresh = [index for index, here in enumerate(found) if here is None and new[index].role is Role.LINE]
    gone = sorted({*range(len(old))}.difference(found)) if fresh else []
    moves = _Moves(old, new, found, {index for index in gone if old[index].role is Role.LINE})
    for telling in moves.telling({new[index].text for index in fresh}, gone):
        for index in fresh:
            if found[index] is None and (place := moves.next_of(telling.get(new[index].text, ()))) is not None:
                moves.match(place, index)


class _Moves:
    """`gone`: old lines that stand nowhere yet."""

    def __init__(self, old: Sequence[Row], new: Sequence[Row], found: list[int | None], gone: set[int]) -> None:
        self.old, self.new, self.found, self.gone = old, new, found, gone

    def telling(self, texts: set[str], gone: Iterable[int]) -> Iterator[dict[str, list[int]]]:
        """The texts that cannot be mistaken, with the places where they stood: first those that stood once."""
        places: dict[str, list[int]] = {}
        for index in gone:
            if index in self.gone and self.old[index].text in texts:
                places.setdefault(self.old[index].text, []).append(index)
        before, now = (Counter(row.text for row in rows if row.text in places) for rows in (self.old, self.new))
        yield {text: where for text, where in places.items() if before[text] == 1}
        few = {text: where for text, where in places.items() if 1 < before[text] <= FEW}
        yield {text: where for text, where in few.items() if before[text] == now[text]}

    def next_of(self, places: Sequence[int]) -> int | None:
        return next((place for place in places if place in self.gone), None)

    def match(self, here: int, there: int) -> None:
        """A line, and the neighbours that moved with it, blank lines aside."""
        self.found[there] = here
        self.gone.discard(here)
        for step in (-1, 1):
            one, other = _beside(self.old, here, step), _beside(self.new, there, step)
            while self._goes_along(one, other):
                self.found[other] = one
                self.gone.discard(one)
                one, other = _beside(self.old, one, step), _beside(self.new, other, step)

    def _goes_along(self, here: int, there: int) -> bool:
        if here not in self.gone or not 0 <= there < len(self.new) or self.found[there] is not None:
            return False
        return self.new[there].role is Role.LINE and self.old[here].text == self.new[there].text


def _beside(rows: Sequence[Row], index: int, step: int) -> int:
    index += step
    while 0 <= index < len(rows) and rows[index].role is Role.BLANK:
        index += step
    return index
