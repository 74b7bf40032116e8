"""Who waits in this process, and for what. Any thread may announce; each waiter says how it is woken."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from threading import Lock

# Announcements that are remembered for those who are just about to wait.
RECENT = 1_000


@dataclass(frozen=True, eq=False, slots=True)
class Waiter:
    """`seen` says how the topic stood when the waiter looked; `wake` is called from any thread, perhaps twice."""

    topic: str
    seen: str
    wake: Callable[[], None]


class Hub:
    def __init__(self) -> None:
        self._lock = Lock()
        self._waiters: dict[str, set[Waiter]] = {}
        self._recent: deque[str] = deque(maxlen=RECENT)
        self.announced = 0
        self.has_ended = False

    def announce(self, topic: str) -> None:
        with self._lock:
            self.announced += 1
            self._recent.append(topic)
            waiters = list(self._waiters.get(topic, ()))
        for waiter in waiters:
            waiter.wake()

    def join(self, waiter: Waiter, since: int) -> bool:
        """False where the topic was announced after `since` announcements: there is something new to look at."""
        with self._lock:
            if self.has_ended or self._was_announced(waiter.topic, since):
                return False
            self._waiters.setdefault(waiter.topic, set()).add(waiter)
        return True

    def leave(self, waiter: Waiter) -> None:
        """A topic that nobody waits for is forgotten."""
        with self._lock:
            others = self._waiters.get(waiter.topic, set())
            others.discard(waiter)
            if not others:
                self._waiters.pop(waiter.topic, None)

    def waiting(self) -> list[Waiter]:
        with self._lock:
            return [waiter for waiters in self._waiters.values() for waiter in waiters]

    def end(self) -> None:
        """Nobody waits any more: the process is about to stop."""
        with self._lock:
            self.has_ended = True
        for waiter in self.waiting():
            waiter.wake()

    def _was_announced(self, topic: str, since: int) -> bool:
        missed = self.announced - since
        return missed > RECENT or topic in islice(reversed(self._recent), missed)


hub = Hub()
