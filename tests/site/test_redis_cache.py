"""A Redis that takes calls and never answers costs one look of a twentieth of a second, and then nothing."""

import socket
from collections.abc import Iterator
from time import monotonic

import pytest
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.test import override_settings

from handoff_site import environment


@pytest.fixture
def silent() -> Iterator[BaseCache]:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(5)
        url = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        with override_settings(CACHES={"default": environment.cache(url)}):
            yield caches["default"]
            caches["default"].clear()


def took(cache: BaseCache, calls: int) -> float:
    begun = monotonic()
    for _ in range(calls):
        assert cache.get("asked") is None
    return monotonic() - begun


def test_one_look_finds_out_and_no_other_call_waits(silent: BaseCache) -> None:
    assert 0.04 < took(silent, 1) < 0.3
    assert took(silent, 50) < 0.05


@pytest.mark.parametrize(
    ("name", "arguments", "found"),
    [
        ("add", ("a", 1), True),
        ("has_key", ("a",), False),
        ("get_many", (["a"],), {}),
        ("set_many", ({"a": 1},), []),
        ("touch", ("a",), False),
        ("delete", ("a",), False),
    ],
)
def test_what_the_process_remembers_itself_does_instead(
    silent: BaseCache, name: str, arguments: tuple[object, ...], found: object
) -> None:
    assert getattr(silent, name)(*arguments) == found


def test_guesses_are_counted_all_the_same(silent: BaseCache) -> None:
    silent.set("guesses", 1)
    assert [silent.incr("guesses"), silent.get("guesses")] == [2, 2]
