"""Leaves alone for a while what does not answer, so that whoever asks next does not wait for it as well."""

from collections.abc import Callable
from threading import Lock
from time import monotonic

SECONDS = 5.0


class Breaker:
    """Of a server that one can do without; for any number of threads."""

    def __init__(self, seconds: float = SECONDS, clock: Callable[[], float] = monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._lock = Lock()
        self._away_until: float | None = None
        self.failures = 0

    @property
    def is_away(self) -> bool:
        return self._away_until is not None

    def may_ask(self) -> bool:
        """While it is away one of all who ask may try, each time that the pause is over."""
        if self._away_until is None:
            return True
        with self._lock:
            now = self._clock()
            if self._away_until is not None and now < self._away_until:
                return False
            self._away_until = now + self._seconds
        return True

    def failed(self) -> bool:
        """True where that is news."""
        with self._lock:
            was_there = self._away_until is None
            self._away_until = self._clock() + self._seconds
            self.failures += 1
        return was_there

    def worked(self) -> bool:
        """True where that is news."""
        if self._away_until is None:
            return False
        with self._lock:
            was_away, self._away_until = self._away_until is not None, None
        return was_away
