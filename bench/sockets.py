"""Connections that are only listened to, thousands in one event loop: what comes is kept with its time."""

import asyncio
import json
import math
import re
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import NamedTuple, cast

HELLO = b'{"hello"'
# Frames of WebSocket; what a client sends has a mask, which may be nothing.
TEXT, PING, PONG = b"\x81", b"\x89\x04", b"\x8a\x84" + bytes(4)
# Of the last in it, the number of the hint: the revision that was saved.
HINT = re.compile(rb'"hint": \[\d+, "note.saved", \d+, (\d+)\]')
AT_A_TIME = 50


class Listener(asyncio.Protocol):
    def __init__(self, opening: bytes) -> None:
        self.opening = opening
        self.heard: list[tuple[float, bytes]] = []
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.opening)

    def data_received(self, data: bytes) -> None:
        self.heard.append((perf_counter(), data))
        if PING in data and self.transport:
            at = data.index(PING) + len(PING)
            self.transport.write(PONG + data[at : at + 4])

    def connection_lost(self, _: Exception | None) -> None:
        self.transport = None

    def say(self, data: bytes) -> None:
        if self.transport is None:
            raise RuntimeError("the server has hung up")
        self.transport.write(data)

    def has(self, said: bytes) -> bool:
        return any(said in data for _, data in self.heard)

    def hints(self) -> dict[int, float]:
        return {int(found[1]): at for at, data in self.heard for found in HINT.finditer(data)}


class Saved(NamedTuple):
    revision: int
    sent: float
    answered: float


class Writer:
    """An agent in the same event loop; each of its notes has a line that the one before had not."""

    def __init__(self, port: int, path: str, secret: str) -> None:
        self.port, self.number = port, 0
        known = f"Host: localhost\r\nAuthorization: Bearer {secret}\r\nContent-Type: application/json\r\n"
        self.head = f"PUT {path} HTTP/1.1\r\n{known}"
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def save(self) -> Saved:
        if self.streams is None or self.streams[0].at_eof():
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        self.number += 1
        lines = [f"- line {n}, as of {self.number if n == self.number % 20 else n}" for n in range(20)]
        body = json.dumps({"text": "\n".join([*lines, f"- save {self.number}"]) + "\n"}).encode()
        sent = perf_counter()
        writer.write(f"{self.head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        head = await reader.readuntil(b"\r\n\r\n")
        answered = perf_counter()
        length = re.search(rb"(?i)content-length: (\d+)", head)
        said = await reader.readexactly(int(length[1]) if length else 0)
        if not head.startswith(b"HTTP/1.1 20"):
            raise RuntimeError(f"{head!r} {said[:300]!r}")
        return Saved(json.loads(said)["revision"], sent, answered)


async def listen(port: int, openings: Iterable[bytes], greeting: bytes = b"") -> list[Listener]:
    """All of them have heard the greeting."""
    loop, listeners, room = asyncio.get_running_loop(), [], asyncio.Semaphore(AT_A_TIME)

    async def one(opening: bytes) -> None:
        async with room:
            _, listener = await loop.create_connection(lambda: Listener(opening), "127.0.0.1", port)
            listeners.append(listener)
            await until(lambda: not greeting or listener.has(greeting))

    await asyncio.gather(*(one(opening) for opening in openings))
    return listeners


async def until(condition: Callable[[], bool], seconds: float = 120) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


def all_have(listeners: Iterable[Listener], begun: dict[int, float]) -> list[float]:
    """From each beginning until the last has heard: nothing where that was before, for ever where one never has."""
    found = [listener.hints() for listener in listeners]
    return [max(0.0, max(each.get(number, math.inf) for each in found) - at) for number, at in begun.items()]


def close(listeners: Iterable[Listener]) -> None:
    for listener in listeners:
        if listener.transport:
            listener.transport.abort()


def opening(page: str, cookie: str) -> bytes:
    """Of a browser's socket; `page` is what its address asks for."""
    agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36"
    usual = f"User-Agent: {agent}\r\nPragma: no-cache\r\nCache-Control: no-cache\r\nAccept-Language: en-GB,en;q=0.9\r\n"
    usual += "Accept-Encoding: gzip, deflate, br, zstd\r\nSec-WebSocket-Extensions: permessage-deflate\r\n"
    known = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2l4dGVlbiBvZiBieXRlcw==\r\n"
    where = f"GET /ws/?{page} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nCookie: {cookie}\r\n"
    return f"{where}Connection: Upgrade\r\nUpgrade: websocket\r\n{usual}{known}\r\n".encode()


def hint(number: int) -> bytes:
    """What a desk says on a socket, for yardsticks."""
    return json.dumps({"hint": [number, "note.saved", 1, number]}).encode()


def frame(text: bytes, *, masked: bool = False) -> bytes:
    return TEXT + (bytes([0x80 | len(text)]) + bytes(4) if masked else bytes([len(text)])) + text


def resp(*words: bytes) -> bytes:
    """A command in the protocol of Redis."""
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)
