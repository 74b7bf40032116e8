"""Looks for what another process has written: hints reach no further than the process that gives them."""

import logging
from threading import Lock, Thread
from time import sleep

from django.db import connection

from notes.live.hub import Hub, hub
from notes.queries import awaited

logger = logging.getLogger("handoff.live")

# What another process writes is noticed within this time, and one query more.
SECONDS = 0.3


class Watcher:
    """One thread for all who wait, which is there only while someone does."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._lock = Lock()
        self._thread: Thread | None = None
        self._sees = True

    def needed(self) -> None:
        """Called by who has just joined the hub."""
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._watch, name="watch", daemon=True)
                self._thread.start()

    @property
    def is_at_work(self) -> bool:
        return self._thread is not None

    def _watch(self) -> None:
        while self._goes_on():
            sleep(SECONDS)
            self._look()

    def _look(self) -> None:
        """The database may be away for a while: whoever waits goes on waiting, and so does the watcher."""
        try:
            self.hub.wake(awaited.come_to_pass(self.hub.topics()))
            self._sees = True
        except Exception as error:
            if self._sees:
                says = "%s: what other processes write is not noticed until the database answers again."
                logger.warning(says, type(error).__name__)
            self._sees = False
        finally:
            connection.close_if_unusable_or_obsolete()

    def _goes_on(self) -> bool:
        with self._lock:
            if self.hub.topics():
                return True
            connection.close()
            self._thread = None
            return False


watcher = Watcher(hub)
