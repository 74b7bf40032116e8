"""A machine with a work tree that is tied to a card, the runner on it, and who calls the desk beside it."""

import json
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.agent.desks import Shell

NUMBERS = count(1)
BOUND = 30
# The desk may take BOUND seconds for an answer to a program: who hangs up just then has none.
PATIENCE = 45
SECRET = "ghp_" + "x1" * 18
FIRST = "## Goal\nShip {card}\n\n## Next\n- test\n"


def until(true: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + BOUND
    while not (found := true()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found


@dataclass
class Caller:
    url: str
    token: str

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        asked = Request(f"{self.url}/api/v1/projects/shop/{path}", method=method)
        asked.add_header("Authorization", f"Bearer {self.token}")
        asked.add_header("Content-Type", "application/json")
        asked.data = json.dumps(body).encode() if body is not None else None
        try:
            with urlopen(asked, timeout=PATIENCE) as answer:
                return answer.status, json.loads(answer.read())
        except HTTPError as error:
            with error:
                return error.code, json.loads(error.read())


@dataclass
class Box:
    """A machine with a work tree that is tied to a card, and its runner."""

    shell: Shell
    card: str
    agent: Caller
    person: Caller
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def file(self) -> Path:
        return self.shell.folder / ".agentdock" / "handoff.md"

    @property
    def refused(self) -> Path:
        return self.file.with_name("handoff.refused.md")

    @property
    def note(self) -> Any:
        return self.agent("GET", f"cards/{self.card}/note")[1]

    @property
    def first(self) -> str:
        return FIRST.format(card=self.card)

    def start(self) -> None:
        self.process = self.shell.start("runner")
        until(lambda: self.file.exists() and self.file.read_text() == self.note["text"])

    def signal(self, number: int) -> None:
        assert self.process
        self.process.send_signal(number)

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def saves(self, text: str, base: int) -> tuple[int, Any]:
        return self.person("PUT", f"cards/{self.card}/note", {"text": text, "base_revision": base})

    def author_of(self, text: str) -> str | None:
        lines = [line for section in self.note["sections"] for line in section["lines"]]
        return next((line["author"]["kind"] for line in lines if line["text"] == text), None)
