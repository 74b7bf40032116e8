"""From any thread into an event loop."""

from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import suppress
from typing import Any


def soon(loop: AbstractEventLoop, work: Callable[..., object], *given: Any) -> None:
    """A loop that has ended has nobody left to tell."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(work, *given)
