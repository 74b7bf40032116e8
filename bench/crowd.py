"""A crowd of open pages in one process, beside the least that telling as many can cost, and the layers of Channels."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from bench import fan_outs, load, sockets
from bench.fan_outs import A_SECOND, CORE, PUBSUB, SOCKETS, Crowd, Heard, heard, ticks
from bench.load import Server
from bench.sockets import Listener, Saved
from bench.two_processes import PATH, Desk

# In all long enough for all rights to be asked for anew, as they are once a minute.
TURNS, A_TURN, SECONDS = 5, 12, 3
# Whatever is still to come has come by then.
SECONDS_MORE = 5
TIMES_BARE, TIMES_BELOW_LAYER, BYTES, TIMES_PAGE = 4.0, 10.0, 20_000, 1.5
PAGES, PAUSE = 150, 0.05


async def live(desk: Desk) -> list[bool]:
    redis = desk.redis.url
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        page = partial(_page, pool, desk)
        await _ask_rights(desk)
        alone, before = await page(), _resident(desk.watched)
        listeners = await desk.browsers(SOCKETS)
        await asyncio.sleep(2)
        each = (_resident(desk.watched) - before) / SOCKETS
        async with fan_outs.bare() as bare, fan_outs.layer(CORE, redis) as core:
            saves = await _in_turns(desk, [bare, core])
        among, more = await asyncio.gather(page(), _saves(desk, PAGES * PAUSE))
        good = _all_know(listeners, [*saves, *more])
        sockets.close(listeners)
        alone += await page()
    slower = median(among) / median(alone)
    print(f"{each / 1000:.1f} KB of memory a socket; card page: {median(alone) * 1000:.1f} ms alone,")
    print(f"{median(among) * 1000:.1f} among them, {slower:.2f} times; {A_SECOND} hints a second,")
    print(f"since the write was sent: {heard(listeners, {saved.revision: saved.sent for saved in saves})}")
    ours = heard(listeners, {saved.revision: saved.answered for saved in saves})
    print(f"since it was answered: {ours}")
    print(f"the same while pages are asked for: {heard(listeners, {saved.revision: saved.answered for saved in more})}")
    async with fan_outs.consumers(PUBSUB, redis) as consumers:
        await _tell(consumers)
    async with fan_outs.layer(PUBSUB, redis) as pubsub:
        await _tell(pubsub)
    return [
        good, each < BYTES, slower <= TIMES_PAGE,
        _times("bare fan-out", bare, ours) > 1 / TIMES_BARE,
        _times("layer of Channels, core, bare tasks", core, ours) >= TIMES_BELOW_LAYER,
        _times("layer of Channels, pub/sub, consumers", consumers, ours) >= TIMES_BELOW_LAYER,
        _times("layer of Channels, pub/sub, bare tasks (no target)", pubsub, ours) > 0,
    ]  # fmt: skip


async def _in_turns(desk: Desk, yardsticks: list[Crowd]) -> list[Saved]:
    """All in the same weather."""
    saves = []
    for _ in range(TURNS):
        saves += await _saves(desk, A_TURN)
        await asyncio.sleep(1)
        for yardstick in yardsticks:
            await yardstick.tell(SECONDS)
            await asyncio.sleep(1)
    await asyncio.sleep(SECONDS_MORE)
    return saves


async def _tell(crowd: Crowd) -> None:
    await crowd.tell(TURNS * SECONDS)
    await asyncio.sleep(SECONDS_MORE)
    sockets.close([*crowd.listeners, crowd.teller])


def _times(name: str, crowd: Crowd, ours: Heard) -> float:
    times = crowd.heard.p99 / ours.p99
    print(f"{name}: {crowd.heard}; p99 {times:.2f} times ours")
    return times


async def _page(pool: ProcessPoolExecutor, desk: Desk) -> list[float]:
    """Asked for by a process of its own, since this one is busy with listening."""
    ask = partial(load.times, desk.watched.port, PATH, desk.site.browser, PAGES, PAUSE)
    return await asyncio.get_running_loop().run_in_executor(pool, ask)


def _all_know(listeners: Sequence[Listener], saves: Sequence[Saved]) -> bool:
    """Each has every hint, or was told to look again instead."""
    revisions = {saved.revision for saved in saves}
    missed = [listener for listener in listeners if revisions - listener.hints().keys()]
    unknowing = [listener for listener in missed if not listener.has(b'"behind": true')]
    lost = sum(listener.transport is None for listener in listeners)
    told = f"{len(missed)} missed some, {len(unknowing)} of them unknowingly, {lost} were hung up on"
    print(f"{len(revisions):,} hints to {len(listeners):,} sockets: {told}")
    return not unknowing and not lost


async def _ask_rights(desk: Desk) -> None:
    """As often as sockets will: what threads and the database keep of that is no socket's."""
    path = f"GET /live/?{desk.site.page} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    asked = [f"{path}Cookie: {cookie}\r\n\r\n".encode() for cookie in desk.site.cookies]
    sockets.close(await sockets.listen(desk.watched.port, asked, b'"newest"'))


async def _saves(desk: Desk, seconds: float) -> list[Saved]:
    return [await desk.writer.save() async for _ in ticks(seconds)]


def _resident(server: Server) -> int:
    status = Path(f"/proc/{server.pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))
