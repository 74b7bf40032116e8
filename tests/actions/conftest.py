from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.actions.pair import Pair
from tests.cast import Cast


@pytest.fixture
def pair(cast: Cast) -> Iterator[Pair]:
    with ThreadPoolExecutor(2) as pool:
        found = Pair(pool)
        yield found
        found.at_once(lambda _: connection.close())
