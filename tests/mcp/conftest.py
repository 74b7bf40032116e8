from itertools import count
from pathlib import Path

import pytest

from tests.agent.desks import RealDesk
from tests.agent.served import desk, token
from tests.mcp.clients import Door, Person

# What the tests of this package find here though it is made elsewhere.
__all__ = ["desk", "token"]

NUMBERS = count(1)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="package")
def foreign_token(desk: RealDesk) -> str:
    desk.manage("create_member", "ravi@example.org", "--project", "elsewhere", "--role", "maintainer")
    return desk.manage("create_token", "--project", "elsewhere", "--agent", "coder")


@pytest.fixture(scope="package")
def person(desk: RealDesk) -> Person:
    return Person(desk.url, desk.manage("create_token", "--project", "shop", "--person", "asha@example.org"))


@pytest.fixture(params=["stdio", "http"])
def door(request: pytest.FixtureRequest, desk: RealDesk, token: str, tmp_path: Path) -> Door:
    """With a card of its own that is not there yet."""
    return Door(request.param, desk, token, f"MCP-{next(NUMBERS)}", tmp_path)
