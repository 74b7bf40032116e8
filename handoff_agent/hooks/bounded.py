"""Waits for so long and no longer, whatever hangs: a name server, a connection, a command that gives a token."""

import queue
import threading
from collections.abc import Callable
from typing import TypeVar

from handoff_agent.ended import Away

Found = TypeVar("Found")


def within(seconds: float, work: Callable[[], Found]) -> Found:
    """Raises Away where the time is over; the work is given up with the process."""
    ends: queue.SimpleQueue[Callable[[], Found]] = queue.SimpleQueue()
    threading.Thread(target=lambda: ends.put(_end(work)), daemon=True).start()
    try:
        end = ends.get(timeout=seconds)
    except queue.Empty:
        raise Away("it took too long") from None
    return end()


def _end(work: Callable[[], Found]) -> Callable[[], Found]:
    """Its result or its failure, to be had in another thread."""
    try:
        found = work()
    except BaseException as error:
        failure = error

        def fail() -> Found:
            raise failure

        return fail
    return lambda: found
