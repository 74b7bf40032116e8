"""Sends requests to a server on this machine and counts how many it answers in a second."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str
    body: bytes
    headers: dict[str, str]


@contextmanager
def server(application: str, environment: dict[str, str]) -> Iterator[int]:
    """A server process for the time of the block; gives its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", application, "--port", str(port), "--lifespan", "off"]
    process = subprocess.Popen(
        [*command, "--log-level", "error", "--no-access-log", "--no-proxy-headers"],
        env=os.environ | environment,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def rate(port: int, make: Callable[[], Request], seconds: float) -> float:
    """Answers a second over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    count, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        request = make()
        connection.request(request.method, request.path, request.body, request.headers)
        answer = connection.getresponse()
        said = answer.read()
        if answer.status not in (200, 201):
            raise RuntimeError(f"{request.path}: {answer.status} {said[:300]!r}")
        count += 1
    connection.close()
    return count / seconds


def wait_for(port: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError("the server did not start")
