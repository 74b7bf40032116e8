"""A desk of its own whose log can be read while it runs."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.agent.desks import RealDesk
from tests.ports import free_port
from tests.site.test_serve import COMMAND, ROOT, environ


@contextmanager
def logged_desk(folder: Path) -> "Iterator[tuple[RealDesk, Path, subprocess.Popen[bytes]]]":
    """With a member and the project `shop`."""
    desk, log = RealDesk(folder, free_port()), folder / "log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [*COMMAND, "serve", "--no-mail", "--port", str(desk.port)],
            cwd=ROOT, env=environ(folder), stdout=out, stderr=out,
        )  # fmt: skip
    try:
        until_it_says(log, process, "running on")
        desk.manage("create_member", "asha@example.org", "--project", "shop", "--role", "maintainer")
        yield desk, log, process
    finally:
        process.kill()
        process.wait()


def until_it_says(log: Path, process: "subprocess.Popen[bytes]", words: str, seconds: float = 30) -> None:
    """Bounded, and not beyond its end."""
    for _ in range(int(seconds * 10)):
        if words in log.read_text():
            return
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.1)
    raise AssertionError(f"it never said {words!r}:\n{log.read_text()}")
