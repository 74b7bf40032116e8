"""Where a line was born: the revision and the line number there. The pair is the line's permanent address."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
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
    return " ".join(f"{start}x{len(run)}" for start, run in _runs(origins))


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


def _runs(origins: Origins) -> Iterable[tuple[str, list[Origin | None]]]:
    def key(pair: tuple[int, Origin | None]) -> tuple[int, int]:
        index, origin = pair
        return (origin.revision, origin.line - index) if origin else (-1, 0)

    for _, group in groupby(enumerate(origins), key):
        run = [origin for _, origin in group]
        yield (f"{run[0].revision}.{run[0].line}" if run[0] else "-"), run
