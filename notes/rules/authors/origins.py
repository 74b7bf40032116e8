"""Where a line was born: the revision and the line number there. The pair is the line's permanent address."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

ADDRESS = re.compile(r"r(\d{1,9})-(\d{1,9})")


class Origin(NamedTuple):
    revision: int
    line: int

    def __str__(self) -> str:
        return f"r{self.revision}-{self.line}"


# One for each row of a document; headings and blank lines have none.
Origins = Sequence[Origin | None]


def parse_address(text: str) -> Origin | None:
    found = ADDRESS.fullmatch(text)
    return Origin(int(found[1]), int(found[2])) if found else None


def encode(origins: Origins) -> str:
    """Runs of neighbours, since lines that were born together mostly stay together: `9.4x3 -x1 2.7x1`."""
    runs: list[str] = []
    start, length, revision, line = "", 0, -1, -1
    for origin in origins:
        born, place = origin or (-1, -1)
        # In a run without origins every place is the same; else each is the next.
        if length and born == revision and place == (line + length if origin else -1):
            length += 1
            continue
        if length:
            runs.append(f"{start}x{length}")
        start, length, revision, line = f"{born}.{place}" if origin else "-", 1, born, place
    return " ".join([*runs, f"{start}x{length}"] if length else runs)


@lru_cache(maxsize=512)
def decode(text: str) -> tuple[Origin | None, ...]:
    origins: list[Origin | None] = []
    for run in text.split():
        start, _, count = run.rpartition("x")
        if start == "-":
            origins += [None] * int(count)
            continue
        revision, _, line = start.partition(".")
        first = int(line)
        origins += [Origin(int(revision), number) for number in range(first, first + int(count))]
    return tuple(origins)


def revisions_of(origins: Origins) -> set[int]:
    return {origin.revision for origin in origins if origin}
