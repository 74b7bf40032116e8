"""A runner on a work tree of its own, for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.agent.desks import RealDesk
from tests.agent.runner.box import NUMBERS, Box, Caller
from tests.agent.runner.work_trees import shell_in_tree


@pytest.fixture(scope="module")
def tokens(desk: RealDesk, token: str, persons_token: str) -> dict[str, str]:
    runner = desk.manage("create_token", "--project", "shop", "--agent", "box", "--kind", "runner")
    return {"agent": token, "person": persons_token, "runner": runner}


@pytest.fixture
def box(desk: RealDesk, tokens: dict[str, str], tmp_path: Path) -> Iterator[Box]:
    card = f"TREE-{next(NUMBERS)}"
    at_desk = {"HANDOFF_URL": desk.url, "HANDOFF_PROJECT": "shop", "HANDOFF_TOKEN": tokens["agent"]}
    shell = shell_in_tree(tmp_path, **at_desk, HANDOFF_RUNNER_TOKEN=tokens["runner"])
    assert shell("track", card).code == 0
    found = Box(shell, card, Caller(desk.url, tokens["agent"]), Caller(desk.url, tokens["person"]))
    assert found.agent("PUT", f"cards/{card}", {"title": "In a work tree", "format": "free"})[0] == 201
    assert found.agent("PUT", f"cards/{card}/note", {"text": found.first})[0] == 201
    yield found
    found.kill()
