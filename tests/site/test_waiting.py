"""Long polls, through the bridge as a server drives it, with an application that reads a switch."""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any

import pytest

from handoff_site import inner_call, waiting
from handoff_site.bridge import Bridge
from handoff_site.request_body import Gone, Message
from handoff_site.request_log import WAIT, RequestLogMiddleware
from notes.live.hub import Hub
from tests.site.test_bridge import part, scope

BOUND = 10


class NoTail:
    def needed(self) -> None:
        pass


@pytest.fixture(autouse=True)
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    own = Hub()
    monkeypatch.setattr(waiting, "hub", own)
    monkeypatch.setattr(waiting, "tail", NoTail())
    yield own
    assert own.topics() == set()


class Decision:
    """Says whether it is decided; waits for that as long as it is told to."""

    def __init__(self, hub: Hub, seconds: float = BOUND, topic: str = "escalation:1") -> None:
        self.hub, self.seconds, self.topic = hub, seconds, topic
        self.decided = False
        self.asked = 0
        self.after_reading: Callable[[], None] = lambda: None

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        self.asked += 1
        decided = self.decided
        self.after_reading()
        if not decided:
            environ[WAIT].until(self.topic, self.seconds)
        start("200 OK", [])
        return [b"decided" if decided else b"open"]

    def decide(self) -> None:
        self.decided = True
        self.hub.announce(self.topic)


class Client:
    """Sends a request without a body, and may hang up."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self.gone = asyncio.Event()
        self.has_sent = False

    async def receive(self) -> Message:
        if not self.has_sent:
            self.has_sent = True
            return part(b"")
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)


def run(steps: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(BOUND * 2):
            await steps

    asyncio.run(bounded())


def bridge(application: Any, threads: int = 2) -> Bridge:
    return Bridge(application, threads=threads, largest_body=1_000)


def polls(over: Bridge, clients: Iterable[Client]) -> list[asyncio.Task[None]]:
    return [asyncio.create_task(over(scope(), client.receive, client.send)) for client in clients]


async def until(true: Callable[[], bool]) -> None:
    """Bounded by `run`."""
    while not true():
        await asyncio.sleep(0.002)


def test_it_answers_once_there_is_something_to_tell(hub: Hub) -> None:
    async def steps() -> None:
        decision, client = Decision(hub), Client()
        (poll,) = polls(bridge(decision), [client])
        await until(lambda: hub.topics() == {decision.topic})
        assert client.sent == []
        decision.decide()
        await poll
        assert (client.body, decision.asked) == (b"decided", 2)

    run(steps())


def test_what_is_announced_between_reading_and_waiting_is_not_lost(hub: Hub) -> None:
    async def steps() -> None:
        decision, client = Decision(hub), Client()
        decision.after_reading = decision.decide
        await polls(bridge(decision), [client])[0]
        assert (client.body, decision.asked) == (b"decided", 2)

    run(steps())


def test_another_topic_wakes_nobody(hub: Hub) -> None:
    async def steps() -> None:
        one, other = Decision(hub), Decision(hub, topic="escalation:2")
        clients = [Client(), Client()]
        tasks = [polls(bridge(each), [client])[0] for each, client in zip((one, other), clients, strict=True)]
        await until(lambda: len(hub.topics()) == 2)
        one.decide()
        await tasks[0]
        assert (other.asked, tasks[1].done()) == (1, False)
        other.decide()
        await tasks[1]

    run(steps())


def test_when_the_time_is_over_it_answers_as_it_is(hub: Hub) -> None:
    async def steps() -> None:
        decision, client = Decision(hub, seconds=0.05), Client()
        await polls(bridge(decision), [client])[0]
        assert (client.body, decision.asked) == (b"open", 2)

    run(steps())


def test_the_time_counts_from_the_first_call(hub: Hub) -> None:
    """A change that does not end the waiting does not prolong it."""
    wait = waiting.Wait()
    wait.until("a", 5)
    first = wait.deadline
    wait.until("a", 50)
    assert wait.deadline == first


def test_two_hundred_wait_without_a_thread_while_others_are_served(hub: Hub) -> None:
    async def steps() -> None:
        decision = Decision(hub)
        over, clients = bridge(decision, threads=2), [Client() for _ in range(200)]
        tasks = polls(over, clients)
        await until(lambda: hub._number == 200)
        assert sum(thread.name.startswith("request") for thread in over.pool._threads) <= 2
        decision.decided = True
        other = Client()
        await polls(over, [other])[0]
        assert other.body == b"decided"
        assert not any(task.done() for task in tasks)
        hub.announce(decision.topic)
        await asyncio.gather(*tasks)
        assert {client.body for client in clients} == {b"decided"}

    run(steps())


def test_who_hangs_up_is_dropped_and_logged(hub: Hub, caplog: pytest.LogCaptureFixture) -> None:
    async def steps() -> None:
        decision, client = Decision(hub), Client()
        (poll,) = polls(bridge(decision), [client])
        await until(lambda: bool(hub.topics()))
        client.gone.set()
        await poll
        assert (client.sent, decision.asked, hub.topics()) == ([], 1, set())

    with caplog.at_level(logging.INFO, "handoff.request"):
        run(steps())
    (line,) = [entry for entry in caplog.records if entry.name == "handoff.request"]
    assert line.getMessage().startswith("POST / 499 ")


def test_who_hangs_up_while_a_call_from_inside_waits_is_dropped_too(hub: Hub) -> None:
    async def steps() -> None:
        client = Client()
        await client.receive()
        asked = inner_call.call(bridge(Decision(hub)), scope(), "GET", "/escalations/1", client=client.receive)
        call = asyncio.create_task(asked)
        await until(lambda: bool(hub.topics()))
        client.gone.set()
        with pytest.raises(Gone):
            await call
        assert hub.topics() == set()

    run(steps())


def test_a_server_that_stops_answers_all_who_wait(hub: Hub) -> None:
    async def steps() -> None:
        decision, clients = Decision(hub), [Client() for _ in range(20)]
        tasks = polls(bridge(decision), clients)
        await until(lambda: hub._number == 20)
        hub.end()
        await asyncio.gather(*tasks)
        assert {client.body for client in clients} == {b"open"}

    run(steps())


def test_a_poll_that_is_cancelled_leaves_nothing(hub: Hub) -> None:
    async def steps() -> None:
        (poll,) = polls(bridge(Decision(hub)), [Client()])
        await until(lambda: bool(hub.topics()))
        poll.cancel()
        await asyncio.gather(poll, return_exceptions=True)

    run(steps())


class Asked:
    """As much of a request as its line in the log needs."""

    method, path = "GET", "/api/v1/projects/shop/escalations/1"
    resolver_match = None

    def __init__(self, wait: waiting.Wait | None) -> None:
        self.META = {WAIT: wait} if wait else {}


def test_a_poll_is_one_line_with_the_time_of_all_its_looks(caplog: pytest.LogCaptureFixture) -> None:
    class Response:
        status_code = 200

    wait = waiting.Wait()
    wait.begun -= 5
    log = RequestLogMiddleware(lambda _: Response())  # type: ignore[arg-type, return-value]
    with caplog.at_level(logging.INFO, "handoff.request"):
        wait.until("escalation:1", 25)
        log(Asked(wait))  # type: ignore[arg-type]
        assert caplog.records == []
        wait.topic = None
        log(Asked(wait))  # type: ignore[arg-type]
        log(Asked(None))  # type: ignore[arg-type]
    slow, quick = (entry.__dict__["facts"]["milliseconds"] for entry in caplog.records)
    assert slow >= 5_000 > quick


def test_no_thread_is_left_waiting(hub: Hub) -> None:
    assert not [thread for thread in threading.enumerate() if thread.name == "tail"]
