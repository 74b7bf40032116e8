"""Fixtures: a desk that runs for the length of a package of tests, and a token of its agent."""

from collections.abc import Iterator

import pytest

from tests.agent.desks import RealDesk


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
