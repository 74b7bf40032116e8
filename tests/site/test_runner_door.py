"""/ws/runner/ before anything is said on it: who is let in, who comes again, who need not. Django is stood in for."""

import asyncio
import json
from typing import Any

import pytest

from handoff_site import inner_call, runner_door
from handoff_site.inner_call import Inner
from handoff_site.request_body import Message
from handoff_site.runner_door import ENDED, NO_RUNNER, NOT_UNDERSTOOD, RunnerDoor
from notes.live.hub import Hub
from tests.site.test_live_door import NoTail

RUNNER = {"by": {"kind": "runner"}, "project": "shop"}
AGENT = {"by": {"kind": "agent"}, "project": "shop"}


async def closed(monkeypatch: pytest.MonkeyPatch, status: int, who: dict[str, Any], said: str = "") -> int:
    """The code that the connection ends with, once the runner has said something."""
    coming: list[Message] = [{"type": "websocket.connect"}, {"type": "websocket.receive", "text": said}]
    sent: list[Message] = []

    async def ask(*_: Any, **__: Any) -> Inner:
        return Inner(status, [], json.dumps(who).encode())

    async def receive() -> Message:
        return coming.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    monkeypatch.setattr(inner_call, "call", ask)
    monkeypatch.setattr(runner_door, "hub", Hub())
    monkeypatch.setattr(runner_door, "tail", NoTail())
    await RunnerDoor(None)({"type": "websocket", "headers": []}, receive, send)  # type: ignore[arg-type]
    code: int = sent[-1]["code"]
    return code


@pytest.mark.parametrize(
    ("status", "who", "code"),
    [(200, AGENT, NO_RUNNER), (401, {}, NO_RUNNER), (503, {}, ENDED), (500, {}, ENDED)],
)
def test_only_a_token_that_is_none_of_a_runner_ends_a_runner(
    monkeypatch: pytest.MonkeyPatch, status: int, who: dict[str, Any], code: int
) -> None:
    assert asyncio.run(closed(monkeypatch, status, who)) == code


@pytest.mark.parametrize("said", ["", "{", "[" * 20_000, "[]", '{"beat": true}', '{"hello": 1}'])
def test_what_no_runner_says_ends_the_connection(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    assert asyncio.run(closed(monkeypatch, 200, RUNNER, said)) == NOT_UNDERSTOOD
