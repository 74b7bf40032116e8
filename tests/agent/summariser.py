"""A shell whose summariser is a program of the tests."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.agent import fake_summariser
from tests.agent.desks import RealDesk, Shell
from tests.agent.records import Lines, claude, claude_ran, text_of


@dataclass
class Summariser:
    shell: Shell
    folder: Path

    def answers(self, *texts: str) -> None:
        (self.folder / "answers.json").write_text(json.dumps(texts))

    def speak(self) -> None:
        """What it thinks about (THINKS) it says now."""
        (self.folder / "go").touch()

    @property
    def asked(self) -> list[str]:
        return [path.read_text() for path in sorted(self.folder.glob("asked-*.txt"))]

    @property
    def environment(self) -> dict[str, str]:
        found: dict[str, str] = json.loads((self.folder / "environment.json").read_text())
        return found

    def record(self, *more: dict[str, Any] | Lines) -> Path:
        """A session that did some work on the card."""
        path = self.folder / "session.jsonl"
        path.write_text(text_of(*work(self.shell), *more))
        return path


def work(shell: Shell) -> list[dict[str, Any] | Lines]:
    return [
        claude("user", f"Round the deposit of {shell.env['HANDOFF_CARD']} half up."),
        claude_ran("Write", {"file_path": str(shell.folder / "cart.py"), "content": "x"}),
        claude_ran("Bash", {"command": "pytest -q"}, "1 passed"),
    ]


def summariser_of(desk: RealDesk, shell: Shell) -> Summariser:
    folder = shell.folder.parent / "model"
    folder.mkdir()
    token = desk.manage("create_token", "--project", "shop", "--agent", "haiku", "--kind", "summariser")
    command = f"{sys.executable} {fake_summariser.__file__} {folder}"
    shell.env |= {"HANDOFF_SUMMARISER": command, "HANDOFF_SUMMARISER_TOKEN": token}
    return Summariser(shell, folder)
