"""Where a line was born: the revision and the line number there. The pair is the line's permanent address."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

# Longer stretches are written anew each time: what is kept stays small.
LONGEST_KEPT = 200
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
    stretches = ((born, tuple(rows)) for born, rows in groupby(origins, bool))
    return " ".join([_runs(rows) if born else f"-x{len(rows)}" for born, rows in stretches])


def _runs(born: tuple[Any, ...]) -> str:
    """Of a stretch without blanks: most of them stood in the last revision too."""
    return _kept(born) if len(born) <= LONGEST_KEPT else _written(born)


def _written(born: tuple[Any, ...]) -> str:
    runs: list[str] = []
    first, length = born[0], 0
    for origin in born:
        if origin == (first.revision, first.line + length):
            length += 1
        else:
            runs.append(f"{first.revision}.{first.line}x{length}")
            first, length = origin, 1
    return " ".join([*runs, f"{first.revision}.{first.line}x{length}"])


_kept = lru_cache(maxsize=512)(_written)


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
    return {revision for revision, _ in filter(None, origins)}
