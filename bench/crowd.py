"""A crowd of open pages in one process, beside the least that telling as many can cost, and the layers of Channels."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from bench import fan_outs, load, sockets
from bench.fan_outs import A_SECOND, CORE, PUBSUB, SOCKETS, Heard, heard, ticks
from bench.load import Server
from bench.sockets import Listener, Saved
from bench.two_processes import PATH, Desk

# Long enough for all rights to be asked for anew, as they are once a minute.
SECONDS = 75
TIMES_BARE, TIMES_BELOW_LAYER, BYTES, TIMES_PAGE = 4.0, 10.0, 20_000, 1.5
PAGES, PAUSE = 150, 0.05


async def live(desk: Desk) -> list[bool]:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        page = partial(_page, pool, desk)
        await _ask_rights(desk)
        alone, before = await page(), _resident(desk.watched)
        listeners = await desk.browsers(SOCKETS)
        await asyncio.sleep(2)
        each = (_resident(desk.watched) - before) / SOCKETS
        saves = await _saves(desk, SECONDS)
        among, more = await asyncio.gather(page(), _saves(desk, PAGES * PAUSE))
        good = _all_know(listeners, [*saves, *more])
        sockets.close(listeners)
        alone += await page()
    print(f"{each / 1000:.1f} KB of memory a socket")
    slower = median(among) / median(alone)
    print(f"card page: {median(alone) * 1000:.1f} ms alone, {median(among) * 1000:.1f} among them, {slower:.2f} times")
    found = heard(listeners, {saved.revision: saved.sent for saved in saves})
    print(f"{A_SECOND} hints a second, since the write was sent: {found}")
    found = heard(listeners, {saved.revision: saved.answered for saved in saves})
    return [good, each < BYTES, slower <= TIMES_PAGE, *await _compared(found, desk.redis.url)]


async def _compared(ours: Heard, redis: str) -> list[bool]:
    bare = await fan_outs.bare()
    print(f"since it was answered: {ours}; bare fan-out: {bare}; p99 {ours.p99 / bare.p99:.2f} times that")
    core, consumers = await fan_outs.layer(CORE, redis), await fan_outs.consumers(PUBSUB, redis)
    for name, found in (("core, bare tasks", core), ("pub/sub, consumers", consumers)):
        print(f"layer of Channels, {name}: {found}; p99 {found.p99 / ours.p99:.1f} times ours")
    print(f"layer of Channels, pub/sub, bare tasks (no target): {await fan_outs.layer(PUBSUB, redis)}")
    return [ours.p99 < TIMES_BARE * bare.p99, min(core.p99, consumers.p99) >= TIMES_BELOW_LAYER * ours.p99]


def _all_know(listeners: Sequence[Listener], saves: Sequence[Saved]) -> bool:
    """Each has every hint, or was told to look again instead."""
    revisions = {saved.revision for saved in saves}
    missed = [listener for listener in listeners if revisions - listener.hints().keys()]
    unknowing = [listener for listener in missed if not listener.has(b'"behind": true')]
    lost = sum(listener.transport is None for listener in listeners)
    told = f"{len(missed)} missed some, {len(unknowing)} of them unknowingly, {lost} were hung up on"
    print(f"{len(revisions):,} hints to {len(listeners):,} sockets: {told}")
    return not unknowing and not lost


async def _page(pool: ProcessPoolExecutor, desk: Desk) -> list[float]:
    """Asked for by a process of its own, since this one is busy with listening."""
    ask = partial(load.times, desk.watched.port, PATH, desk.site.browser, PAGES, PAUSE)
    return await asyncio.get_running_loop().run_in_executor(pool, ask)


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
