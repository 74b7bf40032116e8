"""The server's WebSocket protocol, driven as a browser's bytes drive it."""

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from handoff_site.live_protocol import LeanWebSockets
from handoff_site.live_sockets import BEHIND, closing, message
from tests.site.test_waiting import until

OPENING = (
    b"GET /ws/?card=7 HTTP/1.1\r\nhost: desk\r\norigin: http://desk\r\ncookie: sessionid=abc\r\n"
    b"user-agent: Long/1.0\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: c2l4dGVlbiBvZiBieXRlcw==\r\n\r\n"
)


class Connection(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.sent, self.is_gone = b"", False

    def write(self, data: Any) -> None:
        self.sent += data

    def is_closing(self) -> bool:
        return self.is_gone

    def close(self) -> None:
        pass

    def abort(self) -> None:
        self.is_gone = True


def opened(application: Any) -> tuple[LeanWebSockets, Connection]:
    """In a running loop; the application has begun with its next turn."""
    config = uvicorn.Config(application, log_config=None, ws=LeanWebSockets, ws_per_message_deflate=False)
    config.load()
    connection = Connection()
    protocol = LeanWebSockets(config=config, server_state=ServerState(), app_state={})
    protocol.connection_made(connection)
    protocol.data_received(OPENING)
    return protocol, connection


async def listens(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


def test_the_application_has_the_headers_which_the_protocol_does_not_keep() -> None:
    scopes: list[dict[str, Any]] = []

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        scopes.append(scope)
        await receive()
        await send({"type": "websocket.accept"})

    async def steps() -> None:
        protocol, connection = opened(application)
        await asyncio.gather(*protocol.tasks)
        assert connection.sent.startswith(b"HTTP/1.1 101 ")
        assert scopes[0]["query_string"] == b"card=7"
        assert {(b"cookie", b"sessionid=abc"), (b"user-agent", b"Long/1.0")} <= set(scopes[0]["headers"])
        assert dict(protocol.request.headers) == {}

    asyncio.run(steps())


def test_what_is_told_to_many_is_the_same_bytes_as_if_it_were_made_for_one() -> None:
    told = message(hint=[41, "note.saved", 7, 9], name="Āśā")

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send(told)
        await send({"type": "websocket.send", "text": told["text"]})

    async def steps() -> None:
        protocol, connection = opened(application)
        await asyncio.gather(*protocol.tasks)
        _, said = connection.sent.split(b"\r\n\r\n", 1)
        assert said == told["frame"] * 2

    asyncio.run(steps())


def test_a_browser_that_takes_nothing_is_waited_for_and_one_that_has_gone_is_said_to_have() -> None:
    async def steps() -> None:
        protocol, connection = opened(listens)
        await until(lambda: protocol.handshake_complete)
        greeting = connection.sent
        protocol.pause_writing()
        sending = asyncio.create_task(protocol.send(BEHIND))
        await asyncio.sleep(0)
        assert (sending.done(), connection.sent) == (False, greeting)
        protocol.resume_writing()
        await sending
        assert connection.sent == greeting + BEHIND["frame"]
        connection.is_gone = True
        protocol.connection_lost(None)
        with pytest.raises(OSError):
            await protocol.send(BEHIND)
        assert connection.sent == greeting + BEHIND["frame"]

    asyncio.run(steps())


def test_a_browser_that_was_given_up_can_be_told_nothing_and_keeps_no_connection() -> None:
    """One that takes nothing, so that what it was to read stands in the way of the end."""

    async def steps() -> None:
        protocol, connection = opened(listens)
        await until(lambda: protocol.handshake_complete)
        protocol.close_timeout = 0.01
        protocol.keepalive_timeout()
        for told in (BEHIND, closing(4401)):
            with pytest.raises(OSError):
                await protocol.send(told)
        await until(lambda: connection.is_gone)
        protocol.connection_lost(None)
        await asyncio.gather(*protocol.tasks)

    asyncio.run(steps())


def test_a_browser_that_does_not_answer_the_end_keeps_no_connection_either() -> None:
    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send(closing(4401))

    async def steps() -> None:
        protocol, connection = opened(application)
        protocol.close_timeout = 0.01
        await asyncio.gather(*protocol.tasks)
        await until(lambda: connection.is_gone)
        protocol.connection_lost(None)

    asyncio.run(steps())
