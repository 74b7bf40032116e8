"""Who looks and who waits in this process. Any thread may give hints; each listener says how it is woken."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from threading import Lock

from notes.queries.awaited import topics_of
from notes.rules.watching import Happening

# Announcements that are remembered for those who are just about to wait, and hints that came already.
RECENT = 1_000
# Whoever comes beyond that is answered at once, so that the others are still served.
MOST_WAITING = 2_000

Listener = Callable[[Happening], None]


@dataclass(frozen=True, eq=False, slots=True)
class Waiter:
    """`wake` may be called from any thread, and more than once."""

    topic: str
    wake: Callable[[], None]


class Hub:
    def __init__(self) -> None:
        self._lock = Lock()
        self._waiters: dict[str, set[Waiter]] = {}
        self._listeners: tuple[Listener, ...] = ()
        self._number = 0
        self._recent: deque[str] = deque(maxlen=RECENT)
        self._given: dict[int, None] = {}
        self.announced = 0
        self.has_ended = False

    @property
    def has_room(self) -> bool:
        return not self.has_ended and self._number < MOST_WAITING

    @property
    def waiting(self) -> int:
        return self._number

    @property
    def is_needed(self) -> bool:
        return bool(self._listeners or self._waiters)

    def give(self, happened: Happening) -> None:
        """Once, however often it comes: from who wrote it, from another process, out of the history."""
        with self._lock:
            if happened.id in self._given:
                return
            self._given[happened.id] = None
            if len(self._given) > RECENT:
                del self._given[next(iter(self._given))]
        for topic in topics_of(happened):
            self.announce(topic)
        for listener in self._listeners:
            listener(happened)

    def listen(self, listener: Listener) -> None:
        """`listener` is called in whichever thread a hint comes from."""
        with self._lock:
            self._listeners = (*self._listeners, listener)

    def unlisten(self, listener: Listener) -> None:
        with self._lock:
            self._listeners = tuple(each for each in self._listeners if each != listener)

    def announce(self, topic: str) -> None:
        with self._lock:
            self.announced += 1
            self._recent.append(topic)
        self.wake({topic})

    def wake(self, topics: set[str]) -> None:
        with self._lock:
            woken = [waiter for topic in topics for waiter in self._waiters.get(topic, ())]
        for waiter in woken:
            waiter.wake()

    def join(self, waiter: Waiter, since: int) -> bool:
        """False where the topic was announced after `since` announcements: there is something new to look at."""
        with self._lock:
            if self.has_ended or self._was_announced(waiter.topic, since):
                return False
            self._waiters.setdefault(waiter.topic, set()).add(waiter)
            self._number += 1
        return True

    def leave(self, waiter: Waiter) -> None:
        """By one that has joined. A topic that nobody waits for is forgotten."""
        with self._lock:
            self._number -= 1
            self._waiters[waiter.topic].remove(waiter)
            if not self._waiters[waiter.topic]:
                del self._waiters[waiter.topic]

    def topics(self) -> set[str]:
        with self._lock:
            return set(self._waiters)

    def end(self) -> None:
        """The process is about to stop: nobody waits any more."""
        with self._lock:
            self.has_ended = True
        self.wake(self.topics())

    def _was_announced(self, topic: str, since: int) -> bool:
        missed = self.announced - since
        return missed > RECENT or topic in islice(reversed(self._recent), missed)


hub = Hub()
