"""Who may glance: hints that something has changed, never what. One may be lost; nothing depends on it."""

from functools import partial

from django.db import transaction

from notes.live.hub import hub


def announce(topic: str) -> None:
    """Whoever waits for this topic in this process looks again, once what was written can be read."""
    transaction.on_commit(partial(hub.announce, topic), robust=True)
