"""Desks as operators run them: processes of their own that share a database, each with its log in a file."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.ports import free_port
from tests.site.test_serve import COMMAND, ROOT, environ

PATIENCE = 60
WORLD = """
from django.utils import timezone
from notes.actions.cards import CardWrite, put_card
from notes.actions.tokens import create_program_token
from notes.management.command_line import typed_by
from notes.models import Actor, ActorKind, Project
now = timezone.now()
project = Project.objects.create(slug="shop", name="Shop", created_at=now)
coder = Actor(ActorKind.AGENT, "coder", project.pk)
for key in ("A", "B", "C", "D"):
    put_card(key=key, by=coder, now=now, write=CardWrite(title=key, format="free"))
print(create_program_token(project=project, by=typed_by(project), now=now, name="coder"))
"""


class Said:
    def __init__(self, status: int, headers: dict[str, str], content: bytes) -> None:
        self.status, self.headers, self.content = status, headers, content

    @property
    def json(self) -> Any:
        return json.loads(self.content)


class Running:
    """One process of the desk."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path, port: int = 0) -> None:
        self.process, self.log, self.port = process, log, port

    @property
    def says(self) -> str:
        return self.log.read_text()

    def ask(self, path: str, method: str = "GET", body: Any = None, **headers: str) -> Said:
        """Raises OSError or HTTPException where the process does not answer."""
        if body is None:
            return self._send(method, path, None, headers)
        return self._send(method, path, json.dumps(body).encode(), {"Content_Type": "application/json"} | headers)

    def send_form(self, path: str, form: str, **headers: str) -> Said:
        kind = {"Content_Type": "application/x-www-form-urlencoded"}
        return self._send("POST", path, form.encode(), kind | headers)

    def _send(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Said:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return Said(answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read())
        finally:
            connection.close()

    def end(self) -> int:
        self.process.terminate()
        return self.process.wait(PATIENCE)


@contextmanager
def started(words: Sequence[str], says: str, log: Path, settings: dict[str, str], port: int = 0) -> Iterator[Running]:
    """Until the end of the block at most; `says` is what it writes once it is at work."""
    with log.open("wb") as file:
        process = subprocess.Popen([*words], cwd=ROOT, env=settings, stdout=file, stderr=subprocess.STDOUT)
    running = Running(process, log, port)
    try:
        wait_until(lambda: says in running.says or process.poll() is not None)
        assert process.poll() is None, running.says
        yield running
    finally:
        process.kill()
        process.wait(PATIENCE)


@contextmanager
def web(folder: Path, port: int = 0, **settings: str) -> Iterator[Running]:
    """`serve --web`. The folder has its static files, of which several processes may share one."""
    port = port or free_port()
    words = [*COMMAND, "serve", "--web", "--port", str(port)]
    with started(words, "running on", folder / f"web-{port}.log", of(folder, settings), port) as running:
        yield running


def manage(folder: Path, *words: str, **settings: str) -> str:
    ran = subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=of(folder, settings), text=True, capture_output=True
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def prepared(folder: Path, database_url: str) -> str:
    """Brings a database and a folder up to date; gives the token of the agent who works there."""
    manage(folder, "migrate", DATABASE_URL=database_url)
    manage(folder, "collectstatic", "--no-input", DATABASE_URL=database_url)
    return manage(folder, "shell", "-v", "0", "-c", WORLD, DATABASE_URL=database_url)


def of(folder: Path, settings: dict[str, str]) -> dict[str, str]:
    return environ(folder, **({"SECRET_KEY": "shared by all processes"} | settings))


def wait_until(come: Callable[[], bool], seconds: float = PATIENCE) -> None:
    until = time.monotonic() + seconds
    while not come():
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.02)
