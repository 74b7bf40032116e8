"""Other ways to tell a crowd, as yardsticks: the least that it can cost, and the layers of Channels."""

import asyncio
import math
from collections.abc import AsyncIterator, Sequence
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple

from bench import load, sockets
from bench.load import Server
from bench.sockets import Listener
from bench.yardsticks.channel_layer import LISTENER, READY, TELLER

SOCKETS, A_SECOND, SECONDS = 2_000, 10, 10
# Whatever is still to come has come by then.
SECONDS_MORE = 5
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


async def bare() -> Heard:
    with load.started(["-m", "bench.yardsticks.fan_out"], {}) as server:
        return await _told(server, b"", b"")


async def layer(name: str, redis: str) -> Heard:
    """Its channels alone: a task for each reads from its channel and writes to its connection."""
    with load.started(["-m", "bench.yardsticks.channel_layer", name, redis], {}) as server:
        return await _told(server, LISTENER, READY, TELLER)


async def consumers(name: str, redis: str) -> Heard:
    """Channels as it is used: each page's socket has a consumer."""
    known = {"BENCH_LAYER": name, "REDIS_URL": redis}
    with load.server("bench.yardsticks.channels_site:application", known, *SANSIO) as server:
        return await _told(server, sockets.opening("", ""), sockets.HELLO, masked=True)


async def _told(
    server: Server, opening: bytes, greeting: bytes, teller: bytes | None = None, *, masked: bool = False
) -> Heard:
    """One connection more says each hint. It opens as the others do where not told otherwise."""
    listeners = await sockets.listen(server.port, [opening] * SOCKETS, greeting)
    (telling,) = await sockets.listen(server.port, [opening if teller is None else teller])
    await asyncio.sleep(1)
    begun: dict[int, float] = {}
    async for number in ticks(SECONDS):
        begun[number] = perf_counter()
        telling.say(sockets.frame(sockets.hint(number), masked=masked))
    found = heard(listeners, begun)
    sockets.close([*listeners, telling])
    return found


async def ticks(seconds: float) -> AsyncIterator[int]:
    """Never more often than so many a second: what was held up is not made up for in a burst."""
    for number in range(1, round(seconds * A_SECOND) + 1):
        tick = asyncio.create_task(asyncio.sleep(1 / A_SECOND))
        yield number
        await tick
    await asyncio.sleep(SECONDS_MORE)
