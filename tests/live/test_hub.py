"""Who waits is woken by its own topic, once it is committed, and nothing is kept of who does not wait."""

from threading import Event

import pytest
from django.db import OperationalError, transaction

from notes.live import hints, watch
from notes.live.hub import RECENT, Hub, Waiter
from notes.live.watch import Watcher

ONE, OTHER = "escalation:1", "escalation:2"


@pytest.fixture
def hub() -> Hub:
    return Hub()


def waiter(hub: Hub, topic: str, since: int = 0) -> Event | None:
    woken = Event()
    return woken if hub.join(Waiter(topic, woken.set), since) else None


def test_a_hint_wakes_its_topic_alone(hub: Hub) -> None:
    first, second, other = waiter(hub, ONE), waiter(hub, ONE), waiter(hub, OTHER)
    assert first
    assert second
    assert other
    hub.announce(ONE)
    assert (first.is_set(), second.is_set(), other.is_set()) == (True, True, False)


@pytest.mark.parametrize(
    ("announced", "since", "joins"),
    [
        ([], 0, True),
        ([OTHER], 0, True),
        ([ONE], 0, False),
        ([ONE, OTHER], 0, False),
        ([ONE, OTHER], 1, True),
        ([OTHER] * (RECENT + 1), 0, False),
        ([OTHER] * (RECENT + 1), 1, True),
    ],
)
def test_who_was_announced_to_while_it_looked_does_not_wait(
    hub: Hub, announced: list[str], since: int, joins: bool
) -> None:
    for topic in announced:
        hub.announce(topic)
    assert (waiter(hub, ONE, since) is not None) == joins


def test_topics_that_nobody_waits_for_are_forgotten(hub: Hub) -> None:
    waiters = [Waiter(ONE, Event().set) for _ in "ab"]
    for each in waiters:
        hub.join(each, 0)
    hub.leave(waiters[0])
    assert hub.topics() == {ONE}
    hub.leave(waiters[1])
    assert hub.topics() == set()


def test_there_is_room_for_so_many(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notes.live.hub.MOST_WAITING", 1)
    assert hub.has_room
    waiter(hub, ONE)
    assert not hub.has_room


def test_the_end_wakes_all_and_lets_nobody_wait_any_more(hub: Hub) -> None:
    woken = waiter(hub, ONE)
    assert woken
    hub.end()
    assert woken.is_set()
    assert not hub.has_room
    assert waiter(hub, ONE) is None


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    heard: list[str] = []
    monkeypatch.setattr("notes.live.hints.hub.announce", heard.append)
    return heard


@pytest.mark.django_db(transaction=True)
def test_a_hint_is_given_when_what_it_tells_of_is_committed(announced: list[str]) -> None:
    with transaction.atomic():
        hints.announce(ONE)
        assert announced == []
    assert announced == [ONE]
    hints.announce(OTHER)
    assert announced == [ONE, OTHER]


@pytest.mark.django_db(transaction=True)
def test_what_was_undone_is_not_announced(announced: list[str]) -> None:
    with transaction.atomic():
        hints.announce(ONE)
        transaction.set_rollback(True)
    assert announced == []


class Looks:
    """What the watcher is told of the database, look by look; `enough` after the last."""

    def __init__(self, *found: set[str] | Exception) -> None:
        self.found, self.enough = list(found), Event()

    def come_to_pass(self, topics: set[str]) -> set[str]:
        if not self.found:
            self.enough.set()
            return set()
        found = self.found.pop(0)
        if isinstance(found, Exception):
            raise found
        return found


@pytest.mark.django_db(transaction=True)
def test_the_watcher_outlives_a_failing_database_and_ends_with_the_last_who_waits(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looks = Looks(OperationalError("gone"), OperationalError("gone"), {ONE})
    monkeypatch.setattr(watch, "awaited", looks)
    monkeypatch.setattr(watch, "SECONDS", 0.01)
    woken = Event()
    waiting = Waiter(ONE, woken.set)
    hub.join(waiting, 0)
    watcher = Watcher(hub)
    watcher.needed()
    watcher.needed()
    thread = watcher._thread
    assert woken.wait(5)
    assert looks.enough.wait(5)
    assert [entry.levelname for entry in caplog.records] == ["WARNING"]
    hub.leave(waiting)
    assert thread
    thread.join(5)
    assert not watcher.is_at_work
