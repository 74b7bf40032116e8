"""The bridge between server and application, driven as a server drives it."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from handoff_site.bridge import PIECE, REFUSED, Bridge
from handoff_site.request_body import Headers, Message
from handoff_site.wsgi_environ import environ

Start = Callable[..., Any]
LIMIT = 1_000


def echo(environ: dict[str, Any], start: Start) -> Iterable[bytes]:
    start("200 OK", [("X-Length", environ["CONTENT_LENGTH"]), ("Set-Cookie", " a=1")])
    return [environ["wsgi.input"].read()]


class Pieces:
    """An answer of three pieces that tells whether it was closed."""

    closed = False

    def __init__(self, _: dict[str, Any], start: Start) -> None:
        start("200 OK", [])

    def __iter__(self) -> Iterator[bytes]:
        yield b"a" * PIECE
        yield b"b" * PIECE
        yield b"c"

    def close(self) -> None:
        Pieces.closed = True


def turning_away(environ: dict[str, Any], start: Start) -> Iterable[bytes]:
    refused = environ[REFUSED]
    start(f"{refused.status} Refused", [])
    return [f"{refused.code} {refused.says}".encode(), environ["wsgi.input"].read()]


def broken(_: dict[str, Any], start: Start) -> Iterable[bytes]:
    start("200 OK", [])
    raise ValueError("broken")


def ask(application: Any, *received: Message, headers: Headers = ()) -> list[Message]:
    """What the server was told to send for what it received."""
    return asyncio.run(_ask(Bridge(application, threads=1, largest_body=LIMIT), received, headers))


async def never() -> Message:
    return await asyncio.Future[Message]()


async def _ask(bridge: Bridge, received: Iterable[Message], headers: Headers) -> list[Message]:
    waiting, sent = iter(received), []

    async def receive() -> Message:
        return next(waiting, None) or await never()

    async def send(message: Message) -> None:
        sent.append(message)

    await bridge(scope(headers), receive, send)
    return sent


def scope(headers: Headers = ()) -> dict[str, Any]:
    return {
        "type": "http",
        "method": "POST",
        "scheme": "http",
        "raw_path": b"/",
        "query_string": b"",
        "http_version": "1.1",
        "headers": list(headers),
    }


def part(body: bytes, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_it_hands_over_a_body_that_came_in_parts() -> None:
    start, body = ask(echo, part(b"one ", more=True), part(b"two"))
    assert start["status"] == 200
    assert start["headers"] == [(b"x-length", b"7"), (b"set-cookie", b"a=1")]
    assert body == {"type": "http.response.body", "body": b"one two"}


def test_it_sends_a_large_answer_in_pieces_and_closes_it() -> None:
    Pieces.closed = False
    _, *bodies = ask(Pieces, part(b""))
    assert [len(message["body"]) for message in bodies] == [PIECE, PIECE, 1]
    assert [message.get("more_body", False) for message in bodies] == [True, True, False]
    assert Pieces.closed


def test_it_closes_an_answer_that_could_not_be_sent() -> None:
    async def broken_pipe(_: Message) -> None:
        raise OSError

    async def receive() -> Message:
        return part(b"")

    Pieces.closed = False
    with pytest.raises(OSError):
        asyncio.run(Bridge(Pieces, threads=1, largest_body=LIMIT)(scope(), receive, broken_pipe))
    assert Pieces.closed


ANNOUNCED = [(b"content-length", b"1001")]
TOO_MUCH = [
    ([part(b"x" * 1_001)], ANNOUNCED, False),
    ([part(b"x" * 600, more=True), part(b"x" * 401, more=True), part(b"")], [], False),
    ([], [*ANNOUNCED, (b"expect", b"100-continue")], True),
    ([part(b"x" * 1_001, more=True), part(b"x" * 5_000, more=True)], [], True),
]


@pytest.mark.parametrize(("received", "headers", "hangs_up"), TOO_MUCH)
def test_it_hears_out_a_body_over_the_limit_and_lets_the_application_say_so(
    received: Any, headers: Any, hangs_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handoff_site.request_body.HEARD_OUT", 5_000)
    start, body = ask(turning_away, *received, headers=headers)
    assert start["status"] == 413
    assert body["body"] == b"request.too_large The request is larger than 1,000 bytes: send less at a time."
    assert ((b"connection", b"close") in start["headers"]) == hangs_up


def test_it_takes_a_body_of_exactly_the_limit() -> None:
    assert ask(echo, part(b"x" * LIMIT))[0]["status"] == 200


def test_it_gives_up_on_a_body_that_does_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handoff_site.bridge.SECONDS_FOR_A_BODY", 0.01)
    start, _ = ask(turning_away, part(b"x", more=True))
    assert start["status"] == 408
    assert (b"connection", b"close") in start["headers"]


def test_it_answers_nothing_to_a_client_that_went_away() -> None:
    assert ask(echo, part(b"x", more=True), {"type": "http.disconnect"}) == []


def test_it_leaves_a_broken_application_to_the_server() -> None:
    with pytest.raises(ValueError, match="broken"):
        ask(broken, part(b""))


@pytest.mark.parametrize("application", [echo, broken])
def test_it_knows_how_many_requests_it_is_answering(application: Any) -> None:
    async def steps() -> None:
        seen: list[int] = []

        def watched(environ: dict[str, Any], start: Start) -> Iterable[bytes]:
            seen.append(bridge.answering)
            found: Iterable[bytes] = application(environ, start)
            return found

        bridge = Bridge(watched, threads=1, largest_body=LIMIT)
        with suppress(ValueError):
            await bridge.ask(environ(scope(), b""))
        assert (seen, bridge.answering) == ([1], 0)

    asyncio.run(steps())


def test_no_thread_waits_for_slow_senders() -> None:
    """One thread, many senders that never end, and one that does."""

    async def at_once() -> Message:
        return part(b"quick")

    async def drop(_: Message) -> None:
        pass

    async def beside_slow_ones() -> None:
        bridge = Bridge(echo, threads=1, largest_body=LIMIT)
        slow = [asyncio.create_task(bridge(scope(), never, drop)) for _ in range(50)]
        await asyncio.wait_for(bridge(scope(), at_once, drop), timeout=5)
        assert sum(thread.name.startswith("request") for thread in threading.enumerate()) >= 1
        for task in slow:
            task.cancel()

    asyncio.run(beside_slow_ones())
