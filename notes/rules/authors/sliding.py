"""Where a change stands that could as well stand a few lines higher or lower, among equal lines.

What was added between `- none` and `- none`: did it come with the one above or the one below? Git's answer is taken:
changes that can touch become one, a change stands beside what it replaces, and else it stands as low as it can.
"""

from collections.abc import Sequence

# For each row of one version its place in the other, or None.
Places = list[int | None]


def slide_changes(keys: Sequence[str], places: Places, others: int) -> bool:
    """Moves the Nones among equal keys; `others`: how many rows the other version has. Says whether it did."""
    before = places.copy()
    at = 0
    while (change := _Change.after(at, keys, places, others)) is not None:
        change.settle()
        at = change.end
    return places != before


class _Change:
    """Rows from `start` to `end` that the other version does not have; around them are rows that it has."""

    def __init__(self, keys: Sequence[str], places: Places, others: int, start: int) -> None:
        self.keys, self.places, self.others = keys, places, others
        self.start = self.end = start
        self._grow()

    @classmethod
    def after(cls, at: int, keys: Sequence[str], places: Places, others: int) -> "_Change | None":
        try:
            return cls(keys, places, others, places.index(None, at))
        except ValueError:
            return None

    def settle(self) -> None:
        """Touching another change makes it longer, and a longer one may slide where the shorter could not."""
        size = 0
        while size != self.end - self.start:
            size = self.end - self.start
            while self._up():
                pass
            beside = self.end if self._replaces() else None
            while self._down():
                beside = self.end if self._replaces() else beside
        while beside is not None and self.end > beside:
            self._up()

    def _up(self) -> bool:
        start, end = self.start, self.end
        if start == 0 or self.keys[start - 1] != self.keys[end - 1]:
            return False
        self.places[end - 1], self.places[start - 1] = self.places[start - 1], None
        self.start, self.end = start - 1, end - 1
        self._grow()
        return True

    def _down(self) -> bool:
        start, end = self.start, self.end
        if end == len(self.keys) or self.keys[start] != self.keys[end]:
            return False
        self.places[start], self.places[end] = self.places[end], None
        self.start, self.end = start + 1, end + 1
        self._grow()
        return True

    def _grow(self) -> None:
        while self.start > 0 and self.places[self.start - 1] is None:
            self.start -= 1
        while self.end < len(self.places) and self.places[self.end] is None:
            self.end += 1

    def _replaces(self) -> bool:
        """In the other version, too, something of its own stands at this place."""
        above = self.places[self.start - 1] if self.start else -1
        below = self.places[self.end] if self.end < len(self.places) else self.others
        return above is not None and below is not None and below - above > 1
