"""Starts servers on this machine, and takes the time of their answers."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tests.ports import free_port

ROOT = Path(__file__).parent.parent
# The desk as people start it.
SERVE = ["manage.py", "serve", "--no-mail", "--port"]


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str
    body: bytes
    headers: dict[str, str]


class Server(NamedTuple):
    port: int
    pid: int


@contextmanager
def server(application: str, environment: dict[str, str], *options: str) -> Iterator[Server]:
    """A web process for the time of the block."""
    quiet = ["--lifespan", "off", "--log-level", "error", "--no-access-log"]
    with started(["-m", "uvicorn", application, *quiet, *options, "--port"], environment) as found:
        yield found


@contextmanager
def started(words: list[str], environment: dict[str, str]) -> Iterator[Server]:
    """A process of Python that serves, for the time of the block; its port is the last of its words."""
    port = free_port()
    command = [sys.executable, *words, str(port)]
    process = subprocess.Popen(
        command, cwd=ROOT, env=os.environ | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_for(port)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(20)


def times(port: int, path: str, headers: dict[str, str], count: int, pause: float = 0) -> list[float]:
    """Of as many answers over one connection, in seconds."""
    connection, found = http.client.HTTPConnection("127.0.0.1", port), []
    for _ in range(count):
        time.sleep(pause)
        begun = time.perf_counter()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        said = answer.read()
        found.append(time.perf_counter() - begun)
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {said[:300]!r}")
    connection.close()
    return found


def wait_for(port: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError("the server did not start")
