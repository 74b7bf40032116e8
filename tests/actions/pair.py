"""Two that act in the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

T = TypeVar("T")


class Pair:
    """Two writers, each with a thread and a connection of its own."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self.pool = pool
        self.start = Barrier(2, timeout=20)

    def at_once(self, write: Callable[[str], T]) -> tuple[T, T]:
        """What the function comes to for either writer, when both begin in the same moment."""

        def begin(who: str) -> T:
            self.start.wait()
            return write(who)

        first, second = self.pool.map(begin, "ab")
        return first, second
