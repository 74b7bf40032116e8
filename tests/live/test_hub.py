"""Who waits is woken by its own topic, once it is committed, and nothing is kept of who does not wait."""

from threading import Event as Flag

import pytest
from django.db import transaction

from notes.actions.steps.history import record
from notes.live import hints
from notes.live.hub import RECENT, Hub, Waiter
from notes.models import Event
from notes.rules.watching import Happening
from tests.cast import NOW, Cast, card

ONE, OTHER = "escalation:1", "escalation:2"


@pytest.fixture
def hub() -> Hub:
    return Hub()


def waiter(hub: Hub, topic: str, since: int = 0) -> Flag | None:
    woken = Flag()
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
    waiters = [Waiter(ONE, Flag().set) for _ in "ab"]
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


def test_a_hint_is_given_to_who_listens_once_however_often_it_comes(hub: Hub) -> None:
    heard: list[Happening] = []
    hub.listen(heard.append)
    for hint in (happening(1), happening(2), happening(1)):
        hub.give(hint)
    hub.unlisten(heard.append)
    hub.give(happening(3))
    assert [hint.id for hint in heard] == [1, 2]


def test_a_hint_about_a_decision_wakes_who_waits_for_it(hub: Hub) -> None:
    woken, other = waiter(hub, ONE), waiter(hub, OTHER)
    assert woken
    assert other
    hub.give(happening(1, escalation=1))
    assert (woken.is_set(), other.is_set()) == (True, False)


def test_of_very_many_hints_the_newest_are_known_again(hub: Hub) -> None:
    heard: list[Happening] = []
    hub.listen(heard.append)
    for number in range(RECENT + 1):
        hub.give(happening(number))
    hub.give(happening(RECENT))
    assert (len(heard), len(hub._given)) == (RECENT + 1, RECENT)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[Happening]:
    heard: list[Happening] = []
    monkeypatch.setattr("notes.live.hints.hub.give", heard.append)
    return heard


@pytest.mark.django_db(transaction=True)
def test_a_hint_is_given_when_what_it_tells_of_is_committed(given: list[Happening]) -> None:
    with transaction.atomic():
        hints.announce(happening(1))
        assert given == []
    assert given == [happening(1)]


@pytest.mark.django_db(transaction=True)
def test_what_was_undone_is_not_told(given: list[Happening]) -> None:
    with transaction.atomic():
        hints.announce(happening(1))
        transaction.set_rollback(True)
    assert given == []


@pytest.mark.django_db(transaction=True)
def test_what_is_recorded_is_told_with_the_id_of_its_event(cast: Cast, given: list[Happening]) -> None:
    made = card(cast, "A")
    with transaction.atomic():
        record("note.saved", by=cast.coder, now=NOW, card=made, revision=4)
    event = Event.objects.latest("pk")
    assert given[-1] == Happening(event.pk, cast.shop.pk, made.pk, "note.saved", revision=4)


def happening(number: int, **more: int) -> Happening:
    return Happening(number, 1, 7, "note.saved", **more)
