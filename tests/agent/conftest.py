import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.agent.desks import Line, RealDesk, Shell, line_to, shell_in
from tests.agent.quiet import quiet, quiet_token
from tests.agent.served import desk, token
from tests.agent.sessions import Session, commit, repository

# What the tests of this package find here though it is made elsewhere.
__all__ = ["desk", "quiet", "quiet_token", "token"]

NUMBERS = count(1)
AN_HOUR = 3600


@pytest.fixture(scope="package")
def persons_token(desk: RealDesk) -> str:
    return desk.manage("create_token", "--project", "shop", "--person", "asha@example.org")


@pytest.fixture
def shell(desk: RealDesk, token: str, tmp_path: Path) -> Shell:
    """Tied to a card of its own."""
    found = shell_in(tmp_path, HANDOFF_URL=desk.url, HANDOFF_PROJECT="shop", HANDOFF_TOKEN=token)
    found.env["HANDOFF_CARD"] = f"{tmp_path.name}-{next(NUMBERS)}"
    return found


@pytest.fixture
def card(shell: Shell) -> str:
    """With a note in revision 1."""
    assert shell("card", "--title", "Deposit").code == 0
    assert shell("save", stdin=shell.note).code == 0
    return shell.env["HANDOFF_CARD"]


@pytest.fixture
def person(shell: Shell, persons_token: str) -> Shell:
    """On another machine, so to say."""
    (shell.folder.parent / "person").mkdir()
    env = shell.env | {"HANDOFF_TOKEN": persons_token, "HANDOFF_STATE_DIR": str(shell.state.parent / "person")}
    return Shell(shell.folder, env)


@pytest.fixture
def line(desk: RealDesk, shell: Shell) -> Iterator[Line]:
    """The shell's way to the desk leads over it."""
    with line_to(desk.url) as found:
        shell.env["HANDOFF_URL"] = found.url
        yield found


@pytest.fixture(params=["claude", "codex"])
def session(request: pytest.FixtureRequest, shell: Shell, card: str) -> Session:
    """Of either program, in a work tree that was last committed to before the note was written."""
    repository(shell)
    commit(shell, at=time.time() - AN_HOUR)
    return Session(shell, request.param)
