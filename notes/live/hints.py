"""Who may glance: hints that something has changed, never what. One may be lost; nothing depends on it."""

from functools import partial

from django.db import transaction

from notes.live.bus import bus
from notes.live.hub import hub
from notes.rules.watching import Happening


def announce(happened: Happening) -> None:
    """Whoever looks or waits, in this process and in others, looks again, once what was written can be read."""
    transaction.on_commit(partial(_give, happened), robust=True)


def _give(happened: Happening) -> None:
    hub.give(happened)
    bus.tell_hint(happened)
