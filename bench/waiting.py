"""How soon a waiting agent has its answer: `python -m bench.waiting`.

200 agents wait at once through the desk as `serve` runs it, each for a decision of its own. One after another, 50 of
the decisions are answered over the API. Measured from two moments: when the request with the answer is sent, which
counts the whole answering too, and when its response has come, which is when the one who answers knows that it holds.
The yardstick is a bare round trip through the same server while all wait: an empty POST through the same middleware.
The target is for the second moment.
"""

import http.client
import importlib
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from statistics import median
from typing import Any

from bench import desk, load
from tests.ports import free_port

AGENTS, ANSWERS, TIMES, ROUND_TRIPS = 200, 50, 3.0, 300
ROOT = Path(__file__).parent.parent
PROJECT = "/api/v1/projects/bench"


def main() -> int:
    folder = desk.set_up()
    # It imports models, which only works once the desk is set up.
    world: Any = importlib.import_module("bench.world").World()
    world.make_card("WAIT")
    with _served(folder) as port:
        ask, answer = _Caller(port, world.secret), _Caller(port, world.person_secret())
        ids = [ask.post(f"{PROJECT}/cards/WAIT/escalations", {"decision": f"Ship {n}?"})["id"] for n in range(AGENTS)]
        waiting = _Waiting(port, world.secret, ids)
        _until_all_wait(ask)
        bare = median(_timed(ask, "/yardstick/empty/", {})[1] for _ in range(ROUND_TRIPS))
        sent, answered = [], []
        for pk in ids[:: AGENTS // ANSWERS]:
            begun, took = _timed(answer, f"{PROJECT}/escalations/{pk}/answer", {"value": "Yes"})
            arrived = waiting.has_answer(pk)
            sent.append(arrived - begun)
            answered.append(max(arrived - begun - took, 0.0))
        dropped = waiting.dropped(AGENTS - len(sent))
    return _report(bare, sent, answered, dropped)


class _Caller:
    """One connection that stays open."""

    def __init__(self, port: int, secret: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.connection.connect()
        self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}

    def post(self, path: str, body: dict[str, Any]) -> Any:
        self.connection.request("POST", path, json.dumps(body), self.headers)
        answer = self.connection.getresponse()
        said = answer.read()
        if answer.status not in (200, 201):
            raise RuntimeError(f"{path}: {answer.status} {said[:300]!r}")
        return json.loads(said)


class _Waiting:
    """Agents on bare sockets, so that reading an answer costs next to nothing."""

    def __init__(self, port: int, secret: str, ids: list[int]) -> None:
        self.selector = DefaultSelector()
        self.sockets: dict[int, socket.socket] = {}
        for pk in ids:
            agent = self.sockets[pk] = socket.create_connection(("127.0.0.1", port))
            head = (
                f"GET {PROJECT}/escalations/{pk}?wait=60 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {secret}"
            )
            agent.sendall(f"{head}\r\n\r\n".encode())
            self.selector.register(agent, EVENT_READ, pk)

    def has_answer(self, pk: int) -> float:
        """When the answer is there whole."""
        agent, said = self.sockets.pop(pk), b""
        while b'"answered"' not in said:
            agent.settimeout(10)
            said += agent.recv(65_536) or _lost(pk)
        at = time.perf_counter()
        self.selector.unregister(agent)
        agent.close()
        return at

    def dropped(self, expected: int) -> int:
        """Of those whose decision still waits: none has heard anything, and none was hung up on."""
        return expected - len(self.sockets) + len(self.selector.select(0))


def _lost(pk: int) -> bytes:
    raise RuntimeError(f"the one who waits for {pk} was hung up on")


def _timed(caller: _Caller, path: str, body: dict[str, Any]) -> tuple[float, float]:
    begun = time.perf_counter()
    caller.post(path, body)
    return begun, time.perf_counter() - begun


def _until_all_wait(caller: _Caller) -> None:
    """Each look of an agent came before this one in the queue of threads; a moment more for the last of them."""
    for _ in range(50):
        caller.post("/yardstick/empty/", {})
    time.sleep(1)


@contextmanager
def _served(folder: Path) -> Iterator[int]:
    """`manage.py serve`, with the yardstick's address beside its own."""
    port = free_port()
    known = {"HANDOFF_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "bench.yardsticks.settings"}
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with (folder / "serve.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=os.environ | known, stdout=log, stderr=log)
        try:
            load.wait_for(port)
            yield port
        finally:
            process.terminate()
            process.wait(20)


def _report(bare: float, sent: list[float], answered: list[float], dropped: int) -> int:
    print(f"{AGENTS} wait, {len(sent)} were answered, {dropped} dropped; a bare round trip: {bare * 1000:.2f} ms")
    for since, found in (("sent", sent), ("taken (its response has come)", answered)):
        middle, worst = median(found), max(found)
        times = f"{middle / bare:.2f} and {worst / bare:.2f} bare round trips"
        print(f"answer {since} → the poll has it: {middle * 1000:.2f} ms, worst {worst * 1000:.2f}; {times}")
    good = not dropped and median(answered) < TIMES * bare
    print("good" if good else "missed")
    return not good


if __name__ == "__main__":
    sys.exit(main())
