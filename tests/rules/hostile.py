"""Lines that make a careless pattern slow, and the time that a rule may take for them."""

from collections.abc import Callable, Iterator
from time import process_time
from typing import ParamSpec

P = ParamSpec("P")

LENGTH = 100_000  # the longest line that a note may have
ENOUGH = 1.0  # seconds of the processor; a pattern that goes quadratic takes minutes


def lines_of(*parts: str) -> Iterator[str]:
    """Each part again and again, with and without an end that spoils the match."""
    for part in parts:
        line = (part * (LENGTH // len(part)))[: LENGTH - 1]
        yield from (line, line + "!", line + "\n")


def is_quick(rule: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    before = process_time()
    rule(*args, **kwargs)
    return process_time() - before < ENOUGH
