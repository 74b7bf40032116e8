"""Which words of a line changed."""

import re
from typing import NamedTuple

from rapidfuzz.distance import LCSseq

WORD = re.compile(r"\w+|\s+|[^\w\s]")
# A longer line is shown as changed whole.
MOST_WORDS = 2_000


class Piece(NamedTuple):
    text: str
    changed: bool


Pieces = tuple[Piece, ...]


def pieces(before: str, after: str) -> tuple[Pieces, Pieces]:
    """Both texts in pieces that, put together, are the texts again."""
    old, new = WORD.findall(before), WORD.findall(after)
    if len(old) > MOST_WORDS or len(new) > MOST_WORDS:
        return (Piece(before, True),), (Piece(after, True),)
    left: list[Piece] = []
    right: list[Piece] = []
    for op in LCSseq.opcodes(old, new):
        changed = op.tag != "equal"
        if op.src_start < op.src_end:
            left.append(Piece("".join(old[op.src_start : op.src_end]), changed))
        if op.dest_start < op.dest_end:
            right.append(Piece("".join(new[op.dest_start : op.dest_end]), changed))
    return tuple(left), tuple(right)
