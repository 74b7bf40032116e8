"""Of several legal placements the one that keeps most of the other lines in place."""

from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz.distance import LCSseq


class Spot(NamedTuple):
    """A place for a block: the rows of the new note [first, after) that it would take."""

    first: int
    after: int


class Choice(NamedTuple):
    """A block's rows in the old note [first, after), and its spots in rising order."""

    first: int
    after: int
    spots: Sequence[Spot]


def best_places(old: str, new: str, choices: Sequence[Choice]) -> list[int]:
    """For each block the index of its spot. `old` and `new` hold a letter for each row; one placement is legal.

    Chosen from the last block to the first: what a spot is worth is the lines that stay between it and the next
    block's spot, and what that one is worth.
    """
    worth = [0] * len(choices[-1].spots)
    for index, spot in enumerate(choices[-1].spots):
        worth[index] = _kept(old, new, choices[-1].after, len(old), spot.after, len(new))
    steps: list[list[int]] = []
    for choice, following in zip(choices[-2::-1], choices[:0:-1], strict=True):
        worth, step = _before(old, new, choice, following, worth)
        steps.append(step)
    first = choices[0]
    totals = [
        value + _kept(old, new, 0, first.first, 0, spot.first) if value >= 0 else -1
        for value, spot in zip(worth, first.spots, strict=True)
    ]
    chosen = [totals.index(max(totals))]
    for step in reversed(steps):
        chosen.append(step[chosen[-1]])
    return chosen


def _before(old: str, new: str, choice: Choice, following: Choice, worth: list[int]) -> tuple[list[int], list[int]]:
    """What each spot of a block is worth, and the spot of the following block that makes it so; -1 where none can."""
    values: list[int] = []
    step: list[int] = []
    for spot in choice.spots:
        best, at = -1, -1
        for index, other in enumerate(following.spots):
            if other.first >= spot.after and worth[index] >= 0:
                value = worth[index] + _kept(old, new, choice.after, following.first, spot.after, other.first)
                best, at = max((best, at), (value, index), key=lambda pair: pair[0])
        values.append(best)
        step.append(at)
    return values, step


def _kept(old: str, new: str, first: int, after: int, new_first: int, new_after: int) -> int:
    return LCSseq.similarity(old[first:after], new[new_first:new_after])
