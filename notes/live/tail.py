"""Reads the end of the history: whatever another process wrote is noticed, also where no hint of it arrived."""

import logging
from datetime import timedelta
from threading import Lock, Thread
from time import monotonic, sleep

from django.db import connection
from django.utils import timezone

from notes.live.hub import Hub, hub
from notes.queries.events import happened_since, newest_before

logger = logging.getLogger("handoff.live")

# What another process writes is noticed within this time, and one query more.
SECONDS = 0.3
# A writer that has its id already ends within that time, or is never told of.
SECONDS_TO_END = 30
MOST_GAPS = 1_000


class Place:
    """How far the history was read. On PostgreSQL a writer with a lower id may end after one with a higher."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.gaps: dict[int, float] = {}

    def read(self, number: int, now: float) -> None:
        """Event `number` was there."""
        self.gaps.pop(number, None)
        first = max(self.after + 1, number - MOST_GAPS)
        self.gaps |= dict.fromkeys(range(first, number), now)
        self.after = max(self.after, number)

    def forget(self, now: float) -> None:
        """A writer that was undone leaves its id unused."""
        self.gaps = {number: since for number, since in self.gaps.items() if now - since < SECONDS_TO_END}


class Tail:
    """One thread for all who look or wait, which is there only while someone does."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._lock = Lock()
        self._thread: Thread | None = None
        self._sees = True

    def needed(self) -> None:
        """Called by who has just joined the hub."""
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._read, name="tail", daemon=True)
                self._thread.start()

    @property
    def is_at_work(self) -> bool:
        return self._thread is not None

    def _read(self) -> None:
        place: Place | None = None
        while self._goes_on():
            place = self._look(place)
            sleep(SECONDS)

    def _look(self, place: Place | None) -> Place | None:
        """The database may be away for a while: whoever waits goes on waiting, and so does the tail."""
        try:
            # Who joined first may have looked just before: the newest is told once more.
            place = place or Place(newest_before(timezone.now() - timedelta(seconds=SECONDS_TO_END)))
            for happened in happened_since(place.after, place.gaps):
                place.read(happened.id, monotonic())
                self.hub.give(happened)
            place.forget(monotonic())
            self._sees = True
        except Exception as error:
            if self._sees:
                says = "%s: what other processes write is not noticed until the database answers again."
                logger.warning(says, type(error).__name__)
            self._sees = False
        finally:
            connection.close_if_unusable_or_obsolete()
        return place

    def _goes_on(self) -> bool:
        with self._lock:
            if self.hub.is_needed:
                return True
            connection.close()
            self._thread = None
            return False


tail = Tail(hub)
