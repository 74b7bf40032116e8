"""SQLite as Django has it, but that the writers of one process take turns."""

from threading import Lock
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

_turn = Lock()


class DatabaseWrapper(base.DatabaseWrapper):
    """A writer is woken when the one before has ended.

    SQLite itself would ask again and again, with longer and longer pauses, while nobody writes. Writers of other
    processes are still waited for in that way.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._has_turn = False

    def _start_transaction_under_autocommit(self) -> None:
        if not _turn.acquire(timeout=self.settings_dict["OPTIONS"]["timeout"]):
            raise OperationalError("database is locked")
        self._has_turn = True
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # not in the stubs
        except BaseException:
            self._end_turn()
            raise

    def _set_autocommit(self, autocommit: bool) -> None:
        """Django's atomic blocks end with it, whatever came of them."""
        try:
            super()._set_autocommit(autocommit)  # type: ignore[misc]
        finally:
            if autocommit:
                self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            _turn.release()
