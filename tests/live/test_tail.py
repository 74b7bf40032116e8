"""What other processes write is found at the end of the history, each event once, also those that come late."""

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from notes.actions.steps.history import record
from notes.live import tail
from notes.live.hub import Hub, Waiter
from notes.live.tail import MOST_GAPS, SECONDS_TO_END, Place, Tail
from notes.queries.awaited import topic_of
from notes.queries.events import MOST, happened_since, is_behind, newest_before, newest_event
from notes.rules.watching import Happening, Page
from tests.cast import NOW, Cast, card

pytestmark = pytest.mark.django_db(transaction=True)


@given(st.permutations(range(1, 12)), st.integers(1, 11))
def test_however_writers_end_each_event_is_read(ends: list[int], looks: int) -> None:
    """At each look those are there whose writers have ended; what is asked for are higher ids, and gaps."""
    place, found = Place(0), []
    for upto in sorted({len(ends) * look // looks for look in range(1, looks + 1)}):
        for number in sorted(ends[:upto]):
            if number > place.after or number in place.gaps:
                place.read(number, 0)
                found.append(number)
    assert sorted(found) == list(range(1, 12))


def test_an_id_that_nobody_uses_is_not_asked_for_for_ever() -> None:
    place = Place(0)
    place.read(3, now=0)
    assert set(place.gaps) == {1, 2}
    place.read(2, now=1)
    place.forget(now=SECONDS_TO_END + 0.5)
    assert (place.after, place.gaps) == (3, {})


def test_a_wide_gap_is_no_list_of_millions() -> None:
    place = Place(0)
    place.read(10_000_000, now=0)
    assert len(place.gaps) == MOST_GAPS


@pytest.fixture
def hub() -> Hub:
    return Hub()


@pytest.fixture
def heard(hub: Hub) -> Iterator[Callable[[int], list[Happening]]]:
    """A tail at work, and the hints that it gave once there are so many."""
    found: list[Happening] = []
    more = threading.Condition()

    def listen(happened: Happening) -> None:
        with more:
            found.append(happened)
            more.notify_all()

    def wait_for(count: int) -> list[Happening]:
        with more:
            assert more.wait_for(lambda: len(found) >= count, timeout=10)
            return list(found)

    hub.listen(listen)
    yield wait_for
    hub.unlisten(listen)


def write(cast: Cast, verb: str, **more: int) -> None:
    with transaction.atomic():
        record(verb, by=cast.coder, now=timezone.now(), card=card(cast, verb.upper()), **more)


def test_it_tells_of_what_is_written_and_of_what_was_written_just_before(
    cast: Cast, hub: Hub, heard: Callable[[int], list[Happening]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tail, "SECONDS", 0.01)
    write(cast, "before")
    Tail(hub).needed()
    assert heard(1)[-1].verb == "before"
    write(cast, "after", revision=3, escalation=8)
    newest = heard(2)[-1]
    assert (newest.verb, newest.revision, newest.escalation) == ("after", 3, 8)


def test_it_outlives_a_failing_database_and_ends_with_the_last_who_waits(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answers: list[list[Happening] | Exception] = [OperationalError("gone"), OperationalError("gone")]
    answers.append([Happening(1, 1, None, "escalation.answered", escalation=1)])

    def happened_since(*_: object) -> list[Happening]:
        found = answers.pop(0) if answers else []
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(tail, "happened_since", happened_since)
    monkeypatch.setattr(tail, "SECONDS", 0.01)
    woken = threading.Event()
    waiting = Waiter(topic_of(1), woken.set)
    hub.join(waiting, 0)
    at_work = Tail(hub)
    at_work.needed()
    at_work.needed()
    thread = at_work._thread
    assert woken.wait(5)
    assert [entry.levelname for entry in caplog.records] == ["WARNING"]
    hub.leave(waiting)
    assert thread
    thread.join(5)
    assert not at_work.is_at_work


def test_a_page_is_behind_where_something_happened_that_it_would_show(cast: Cast) -> None:
    made, other = card(cast, "A"), card(cast, "B")
    at, shop = newest_event(), cast.shop.pk
    page = Page(shop, made.pk)
    with transaction.atomic():
        record("note.saved", by=cast.coder, now=NOW, card=other)
    assert not is_behind(page, [shop], at)
    assert is_behind(Page(shop), [shop], at)
    with transaction.atomic():
        record("note.saved", by=cast.coder, now=NOW, card=made)
    assert is_behind(page, [shop], at)
    assert not is_behind(page, [cast.elsewhere.pk], at)
    assert not is_behind(page, [shop], newest_event())


def test_after_very_much_a_page_is_behind_without_looking_at_all_of_it(cast: Cast) -> None:
    other, at = card(cast, "B"), newest_event()
    with transaction.atomic():
        for _ in range(MOST):
            record("note.saved", by=cast.coder, now=NOW, card=other)
    assert is_behind(Page(cast.shop.pk, other.pk + 1), [cast.shop.pk], at)
    assert len(happened_since(at)) == MOST


def test_the_end_of_the_history_begins_where_a_slow_writer_may_still_be_at_work(cast: Cast) -> None:
    long_ago = newest_event()
    with transaction.atomic():
        record("note.saved", by=cast.coder, now=timezone.now())
    assert newest_before(timezone.now() - timedelta(seconds=SECONDS_TO_END)) == long_ago
    assert connection.in_atomic_block is False
