from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.agent.desks import Line, RealDesk, Shell, line_to, shell_in

NUMBERS = count(1)


@pytest.fixture(scope="package")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealDesk]:
    found = RealDesk(tmp_path_factory.mktemp("desk"))
    found.start()
    found.manage("create_member", "asha@example.org", "--project", "shop", "--role", "maintainer")
    yield found
    found.kill()


@pytest.fixture(scope="package")
def token(desk: RealDesk) -> str:
    return desk.manage("create_token", "--project", "shop", "--agent", "coder")


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
