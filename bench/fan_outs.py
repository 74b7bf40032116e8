"""Other ways to tell a crowd, as yardsticks: the least that it can cost, and the layers of Channels."""

import asyncio
import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple

from bench import load, sockets
from bench.load import Server
from bench.sockets import Listener
from bench.yardsticks.channel_layer import LISTENER, READY, TELLER

SOCKETS, A_SECOND = 2_000, 10
CORE, PUBSUB = "core.RedisChannelLayer", "pubsub.RedisPubSubChannelLayer"
SANSIO = ("--ws", "websockets-sansio", "--ws-per-message-deflate", "false")


class Heard(NamedTuple):
    """How long each hint took to each of the sockets, and how many never came."""

    times: list[float]
    missed: int

    @property
    def p99(self) -> float:
        return quantiles(self.times, n=100)[98] if len(self.times) > 1 else math.inf

    def __str__(self) -> str:
        if not self.times:
            return "none came"
        times = f"{median(self.times) * 1000:.0f} ms, p99 {self.p99 * 1000:.0f}, worst {max(self.times) * 1000:.0f}"
        return f"{times} ({self.missed / (self.missed + len(self.times)):.0%} missed)"


def heard(listeners: Sequence[Listener], begun: dict[int, float]) -> Heard:
    times: list[float] = []
    for listener in listeners:
        hints = listener.hints()
        times += [max(hints[number] - at, 0.0) for number, at in begun.items() if number in hints]
    return Heard(times, len(listeners) * len(begun) - len(times))


class Crowd:
    """One connection more than listen says each hint, over and over the same way."""

    def __init__(self, listeners: list[Listener], teller: Listener, *, masked: bool = False) -> None:
        self.listeners, self.teller, self.masked = listeners, teller, masked
        self.begun: dict[int, float] = {}

    async def tell(self, seconds: float) -> None:
        async for _ in ticks(seconds):
            number = len(self.begun) + 1
            self.begun[number] = perf_counter()
            self.teller.say(sockets.frame(sockets.hint(number), masked=self.masked))

    @property
    def heard(self) -> Heard:
        return heard(self.listeners, self.begun)


@asynccontextmanager
async def bare() -> AsyncIterator[Crowd]:
    with load.started(["-m", "bench.yardsticks.fan_out"], {}) as server:
        yield await _crowd(server, b"")


@asynccontextmanager
async def layer(name: str, redis: str) -> AsyncIterator[Crowd]:
    """Its channels alone: a task for each reads from its channel and writes to its connection."""
    with load.started(["-m", "bench.yardsticks.channel_layer", name, redis], {}) as server:
        yield await _crowd(server, LISTENER, READY, TELLER)


@asynccontextmanager
async def consumers(name: str, redis: str) -> AsyncIterator[Crowd]:
    """Channels as it is used: each page's socket has a consumer."""
    known = {"BENCH_LAYER": name, "REDIS_URL": redis}
    with load.server("bench.yardsticks.channels_site:application", known, *SANSIO) as server:
        yield await _crowd(server, sockets.opening("", ""), sockets.HELLO, masked=True)


async def _crowd(
    server: Server, opening: bytes, greeting: bytes = b"", teller: bytes = b"", *, masked: bool = False
) -> Crowd:
    listeners = await sockets.listen(server.port, [opening] * SOCKETS, greeting)
    (telling,) = await sockets.listen(server.port, [teller or opening])
    await asyncio.sleep(1)
    return Crowd(listeners, telling, masked=masked)


async def ticks(seconds: float) -> AsyncIterator[int]:
    """Never more often than so many a second: what was held up is not made up for in a burst."""
    for number in range(round(seconds * A_SECOND)):
        tick = asyncio.create_task(asyncio.sleep(1 / A_SECOND))
        yield number
        await tick
