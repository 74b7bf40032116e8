"""One process at a time, also after one was killed: the lock ends with its process."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

BETWEEN_TRIES = 0.02


class Taken(Exception):
    """Another process still holds it."""


@contextmanager
def holding(path: Path, seconds: float) -> Iterator[None]:
    """Waits for at most so long; raises Taken."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        over = time.monotonic() + seconds
        while not _take(handle):
            if time.monotonic() >= over:
                raise Taken(path)
            time.sleep(BETWEEN_TRIES)
        yield
    finally:
        os.close(handle)


def _take(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
