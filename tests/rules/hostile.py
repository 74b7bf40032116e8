"""Lines that make a careless pattern hang, and whether a rule does."""

from collections.abc import Callable, Iterator
from time import process_time
from typing import ParamSpec

P = ParamSpec("P")

LENGTH = 100_000  # the longest line that a note may have
ENOUGH = 20.0  # seconds of the processor: no measure of speed, only what tells a hang from an answer


def lines_of(*parts: str) -> Iterator[str]:
    """Each part again and again, with and without an end that spoils the match."""
    for part in parts:
        line = (part * (LENGTH // len(part)))[: LENGTH - 1]
        yield from (line, line + "!", line + "\n")


def ends_soon(rule: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    before = process_time()
    rule(*args, **kwargs)
    return process_time() - before < ENOUGH
