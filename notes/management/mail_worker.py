"""The loop that keeps the outbox empty: reminds of what became late, writes the day's digests, sends what is due."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from threading import Event, Thread

from django.conf import settings
from django.db import close_old_connections, connections
from django.utils import timezone

from notes.actions.digests import write_digests
from notes.actions.reminders import remind_late
from notes.mail.delivery import Batch, deliver

log = logging.getLogger("handoff.mail")

SECONDS_BETWEEN = 2
# After a failure it waits longer each time, up to this.
LONGEST_WAIT = 60
# Whoever ends the worker waits so long for the letter under way; it is taken again if it comes to that.
SECONDS_TO_END = 3
# Zones differ by quarters of an hour, so that only then somebody's morning begins.
MINUTES_BETWEEN_DIGESTS = 15


class MailWorker:
    """One of any number. `stop` ends it after the letter that it is sending."""

    def __init__(self, stop: Event, clock: Callable[[], datetime] = timezone.now) -> None:
        self.stop = stop
        self.clock = clock
        self.sent = 0
        self._digests_at: datetime | None = None
        self._failures = 0

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                self.stop.wait(SECONDS_BETWEEN if self._tick() else self._wait_after_failure())
        finally:
            connections.close_all()

    def once(self) -> None:
        """All that is due now."""
        self._write()
        while not self.stop.is_set() and self._deliver().taken:
            pass

    def _tick(self) -> bool:
        try:
            self.once()
        except Exception as error:  # it has to be there when the database is back
            self._failures += 1
            log.error("The mail worker cannot work: %s. It tries again.", type(error).__name__)
            connections.close_all()
            return False
        if self._failures:
            log.info("The mail worker works again.")
        self._failures = 0
        close_old_connections()
        return True

    def _write(self) -> None:
        now = self.clock()
        remind_late(now=now)
        minute = now.minute - now.minute % MINUTES_BETWEEN_DIGESTS
        quarter = now.replace(minute=minute, second=0, microsecond=0)
        if quarter != self._digests_at:
            write_digests(now=now)
            self._digests_at = quarter

    def _deliver(self) -> Batch:
        batch = deliver(self.clock, self.stop.is_set)
        self.sent += batch.sent
        return batch

    def _wait_after_failure(self) -> int:
        return int(min(SECONDS_BETWEEN * 2**self._failures, LONGEST_WAIT))


@contextmanager
def working() -> Iterator[MailWorker]:
    """A worker in a thread of its own, for as long as the block lasts."""
    worker = MailWorker(Event())
    thread = Thread(target=worker.run, name="mail", daemon=True)
    thread.start()
    try:
        yield worker
    finally:
        worker.stop.set()
        thread.join(SECONDS_TO_END)


def where_letters_go() -> str:
    """One sentence for whoever starts the desk."""
    if folder := getattr(settings, "EMAIL_FILE_PATH", None):
        return f"Letters are files in {folder}, the newest last. Open one with any mail program."
    if settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return f"Letters go out through {settings.EMAIL_HOST}, port {settings.EMAIL_PORT}."
    return "Letters are printed here."
