"""A Redis that hangs, then one that is gone: what it costs who writes, and how soon those who look still see."""

import asyncio
import signal
from dataclasses import dataclass, field

from bench import sockets
from bench.figures import ms, p99
from bench.sockets import Listener
from bench.two_processes import Desk

BROWSERS, TURNS, A_TURN, PAUSE = 100, 4, 60, 0.05
TIMES_USUAL, SECONDS_TO_SEE = 2.0, 2.0
# A web process that found Redis gone asks for it again after a pause.
SECONDS_TO_COME_BACK = 6


@dataclass
class Writes:
    """How long each took, and how long after its answer the last of the browsers had the hint."""

    took: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)

    async def measure(self, desk: Desk, browsers: list[Listener], number: int = A_TURN) -> None:
        saves = []
        for _ in range(number):
            saves.append(await desk.writer.save())
            await asyncio.sleep(PAUSE)
        await asyncio.sleep(SECONDS_TO_SEE)
        self.took += [saved.answered - saved.sent for saved in saves]
        self.seen += sockets.all_have(browsers, {saved.revision: saved.answered for saved in saves})


async def live(desk: Desk) -> list[bool]:
    """It hangs in turns, so that both are measured in the same weather; at the end it is killed."""
    browsers, usual, hung, dead = await desk.browsers(BROWSERS), Writes(), Writes(), Writes()
    for _ in range(TURNS):
        await usual.measure(desk, browsers)
        desk.redis.signal(signal.SIGSTOP)
        await hung.measure(desk, browsers)
        desk.redis.signal(signal.SIGCONT)
        await asyncio.sleep(SECONDS_TO_COME_BACK)
    desk.redis.signal(signal.SIGKILL)
    await dead.measure(desk, browsers, TURNS * A_TURN)
    sockets.close(browsers)
    print(f"with Redis: a write takes {ms(usual.took)}; all browsers have its hint {ms(usual.seen)} later")
    return [*_compared("hung", hung, usual), *_compared("dead", dead, usual)]


def _compared(name: str, without: Writes, usual: Writes) -> list[bool]:
    times = p99(without.took) / p99(usual.took)
    print(f"Redis {name}: {ms(without.took)}, p99 {times:.2f} times; hints {ms(without.seen)} later")
    return [times <= TIMES_USUAL, max(without.seen) <= SECONDS_TO_SEE]
