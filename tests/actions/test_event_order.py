"""Who reads the history in order misses nothing, however the writers' transactions end."""

import threading

import pytest
from django.db import connection, transaction

from notes.actions.cards import CardWrite, put_card
from notes.actions.steps.history import record
from notes.queries.events import events_after
from tests.cast import NOW, Cast

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_event_never_appears_behind_one_that_was_read(cast: Cast) -> None:
    """A writer takes its id, another one takes the next and ends first: a reader comes in between."""
    start = events_after(cast.shop, 0, 100)[-1].pk
    has_its_place, may_end = threading.Event(), threading.Event()

    def slow_writer() -> None:
        with transaction.atomic():
            record("slow", by=cast.coder, now=NOW)
            has_its_place.set()
            may_end.wait(20)
        connection.close()

    def end_soon() -> None:
        """On PostgreSQL the reader waits for the writer, so it has to be let go meanwhile."""
        threading.Timer(0.05, may_end.set).start()

    writer = threading.Thread(target=slow_writer)
    writer.start()
    assert has_its_place.wait(20)
    many_writers = connection.vendor == "postgresql"
    if many_writers:
        put_card(key="QUICK", by=cast.coder, now=NOW, write=CardWrite(title="quick"))
    end_soon()
    found = events_after(cast.shop, start, 100)
    writer.join(20)
    found += events_after(cast.shop, found[-1].pk if found else start, 100)
    assert [event.verb for event in found] == ["slow", *(["card.created"] if many_writers else [])]
