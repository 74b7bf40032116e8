from collections.abc import Iterator

import pytest
from django.core.cache import cache
from hypothesis import HealthCheck, settings

from tests import engines
from tests.cast import Cast, make_cast

engines.make_folder()

# How long one example takes says more about the machine than about the rule, and a rule keeps nothing that
# a fixture would have to make anew for each example.
settings.register_profile(
    "desk", settings(), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
settings.load_profile("desk")


# They start servers of their own, on embedded engines whatever the suite runs on.
WITH_PROCESSES = ("tests/agent/", "tests/mcp/", "tests/operations/", "tests/site/test_serve")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(WITH_PROCESSES):
            item.add_marker("processes")


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Counts of failed sign-ins and the like end with their test."""
    yield
    cache.clear()


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()
