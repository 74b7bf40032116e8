"""How soon an open page hears that something happened, and what that costs: `python -m bench.live`.

Two web processes with a Redis of their own: an agent writes through one, pages are open at the other. Yardsticks: Redis
itself, a bare fan-out, a channel layer, the same site under WSGI, and the same writes while Redis is well. Parts can be
run alone, as in `python -m bench.live hints crowd`.
"""

import asyncio
import gc
import importlib
import resource
import sys
from collections.abc import Callable, Coroutine
from statistics import median
from time import perf_counter
from typing import Any

import uvloop

from bench import crowd, desk, fan_outs, load, sockets, two_processes, without_redis
from bench.figures import ms
from bench.two_processes import NOTE, PATH, Desk

BROWSERS, ROUNDS, PAUSE = 100, 200, 0.05
TURNS, A_TURN = 10, 50
TIMES_REDIS, TIMES_WSGI = 3.0, 1.3
CHANNEL = b"bench"
FILES = 8_192
Part = Callable[[Desk], Coroutine[Any, Any, list[bool]]]


async def hints(desk: Desk) -> list[bool]:
    """A write and a bare message of the same size in turn, each to as many."""
    browsers = await desk.browsers(BROWSERS)
    subscribers = await sockets.listen(desk.redis.port, [sockets.resp(b"SUBSCRIBE", CHANNEL)] * BROWSERS, CHANNEL)
    (publisher,) = await sockets.listen(desk.redis.port, [b""])
    published, saves = {}, []
    for number in range(1, ROUNDS + 1):
        published[number] = perf_counter()
        publisher.say(sockets.resp(b"PUBLISH", CHANNEL, sockets.hint(number)))
        await asyncio.sleep(PAUSE)
        saves.append(await desk.writer.save())
        await asyncio.sleep(PAUSE)
    bare = sockets.all_have(subscribers, published)
    sent = sockets.all_have(browsers, {saved.revision: saved.sent for saved in saves})
    answered = sockets.all_have(browsers, {saved.revision: saved.answered for saved in saves})
    sockets.close([*browsers, *subscribers, publisher])
    times = median(answered) / median(bare)
    print(f"Redis alone, published → all of {BROWSERS} subscribers have it: {ms(bare)}")
    print(f"write sent → all of {BROWSERS} browsers have the hint: {ms(sent)}")
    print(f"write answered → all have it: {ms(answered)}, {times:.2f} times Redis alone")
    return [times < TIMES_REDIS]


async def pages(desk: Desk) -> list[bool]:
    """Under WSGI on the same server, in short turns."""
    asked = {
        "card page": (PATH, desk.site.browser),
        "API": (NOTE, {"Host": "localhost", "Authorization": f"Bearer {desk.site.secret}"}),
    }
    with load.server("handoff_site.wsgi:application", desk.environment, "--interface", "wsgi") as wsgi:
        ports = {"ours": desk.watched.port, "wsgi": wsgi.port}
        return [_compared(name, *ask, ports) for name, ask in asked.items()]


def _compared(name: str, path: str, headers: dict[str, str], ports: dict[str, int]) -> bool:
    found: dict[str, list[float]] = {server: [] for server in ports}
    for _ in range(TURNS):
        for server, port in ports.items():
            found[server] += load.times(port, path, headers, A_TURN)
    times = median(found["ours"]) / median(found["wsgi"])
    print(f"{name}: {ms(found['ours'])}, under WSGI {ms(found['wsgi'])}, {times:.2f} times")
    return times <= TIMES_WSGI


PARTS: dict[str, Part] = {
    "hints": hints,
    "crowd": crowd.live,
    "pages": pages,
    "without_redis": without_redis.live,
}


async def _measured(part: Part, desk: Desk) -> list[bool]:
    # The first write loads what counts tokens.
    await desk.writer.save()
    return await part(desk)


def main() -> int:
    folder = desk.set_up()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, most), most))
    # Nothing is to interrupt the reading.
    gc.disable()
    # It imports models, which only works once the desk is set up.
    world: Any = importlib.import_module("bench.world").World()
    site = two_processes.site(folder, world, fan_outs.SOCKETS)
    good = []
    for name in sys.argv[1:] or PARTS:
        print(f"-- {name}", flush=True)
        with two_processes.served(site) as served:
            good += uvloop.run(_measured(PARTS[name], served))
    print("good" if all(good) else "missed")
    return not all(good)


if __name__ == "__main__":
    sys.exit(main())
