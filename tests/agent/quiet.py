"""A project whose text stays on the machine: a shell in it, what the desk says of it, and a person at a terminal."""

import os
import pty
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from handoff_agent.client import Call, ask
from tests.agent.desks import RealDesk, Shell, shell_in

NUMBERS = count(1)


@pytest.fixture(scope="package")
def quiet_token(desk: RealDesk) -> str:
    desk.manage("create_member", "mira@example.org", "--project", "quiet", "--role", "maintainer")
    desk.manage("session_content", "--project", "quiet", "machine", "--yes")
    return desk.manage("create_token", "--project", "quiet", "--agent", "coder")


@pytest.fixture
def quiet(desk: RealDesk, quiet_token: str, tmp_path: Path) -> Shell:
    """With a card of its own, which has no note yet."""
    found = shell_in(tmp_path, HANDOFF_URL=desk.url, HANDOFF_PROJECT="quiet", HANDOFF_TOKEN=quiet_token)
    found.env["HANDOFF_CARD"] = f"QUIET-{next(NUMBERS)}"
    assert found("card", "--title", "Deposit").code == 0
    return found


def on_desk(shell: Shell, path: str) -> Any:
    call = Call("GET", f"/projects/quiet/{path}")
    return ask(shell.env["HANDOFF_URL"], shell.env["HANDOFF_TOKEN"], call).json


def at_terminal(shell: Shell, *words: str, editor: str = "true") -> tuple[int, str]:
    """As a person types it."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "handoff_agent", *words],
        cwd=shell.folder, env=shell.env | {"EDITOR": editor, "VISUAL": "", "LOGNAME": "asha"},
        stdin=follower, stdout=follower, stderr=follower,
    )  # fmt: skip
    os.close(follower)
    said = b""
    while True:
        try:
            part = os.read(leader, 65_536)
        except OSError:
            break
        if not part:
            break
        said += part
    os.close(leader)
    return process.wait(30), said.decode().replace("\r\n", "\n")
