"""/ws/runner/ before anything is said on it: who is let in, who comes again, who need not. Django is stood in for."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from handoff_site import inner_call, runner_door
from handoff_site.inner_call import Inner
from handoff_site.request_body import Message
from handoff_site.runner_door import ENDED, NO_RUNNER, NOT_UNDERSTOOD, RunnerDoor
from notes.live.hub import Hub
from notes.rules.watching import Happening
from tests.site.test_live_door import NoTail

RUNNER = {"by": {"kind": "runner"}, "project": "shop"}
AGENT = {"by": {"kind": "agent"}, "project": "shop"}


HELLO, BEAT = {"hello": {"protocol": 1, "version": "1", "cards": ["A-1"]}}, {"beat": True}
SAVE = {"id": 7, "card": "A-1", "base_revision": 1, "text": "", "digest": ""}
SCOPE = {"type": "websocket", "headers": []}
WELCOME = {"protocol": 1, "saves": [], "notes": [{"card": "A-1", "number": 3, "revision": 1}]}
Ask = Callable[[str, str], tuple[int, dict[str, Any]]]


async def conversation(monkeypatch: pytest.MonkeyPatch, ask: Ask, said: list[str]) -> list[Message]:
    """What the door sends, when the API answers so and the runner says this, and then is gone."""
    heard = [{"type": "websocket.receive", "text": words} for words in said]
    coming: list[Message] = [{"type": "websocket.connect"}, *heard, {"type": "websocket.disconnect"}]
    sent: list[Message] = []

    async def call(_http: Any, _scope: Any, method: str, path: str, *_: Any) -> Inner:
        status, body = ask(method, path)
        return Inner(status, [], json.dumps(body).encode())

    async def receive() -> Message:
        return coming.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    monkeypatch.setattr(inner_call, "call", call)
    monkeypatch.setattr(runner_door, "hub", Hub())
    monkeypatch.setattr(runner_door, "tail", NoTail())
    await RunnerDoor(None)(SCOPE, receive, send)  # type: ignore[arg-type]
    return sent


def closed(monkeypatch: pytest.MonkeyPatch, status: int, who: dict[str, Any], said: str = "") -> int:
    """The code that the connection ends with, once the runner has said something."""
    code: int = asyncio.run(conversation(monkeypatch, lambda *_: (status, who), [said]))[-1]["code"]
    return code


@pytest.mark.parametrize(
    ("status", "who", "code"),
    [(200, AGENT, NO_RUNNER), (401, {}, NO_RUNNER), (503, {}, ENDED), (500, {}, ENDED)],
)
def test_only_a_token_that_is_none_of_a_runner_ends_a_runner(
    monkeypatch: pytest.MonkeyPatch, status: int, who: dict[str, Any], code: int
) -> None:
    assert closed(monkeypatch, status, who) == code


@pytest.mark.parametrize("said", ["", "{", "[" * 20_000, "[]", '{"beat": true}', '{"hello": 1}'])
def test_what_no_runner_says_ends_the_connection(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    assert closed(monkeypatch, 200, RUNNER, said) == NOT_UNDERSTOOD


def test_an_answer_that_the_desk_could_not_take_in_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    settled = iter([(503, {}), (200, {"state": "saved", "revision": 2, "as_applied": True})])

    def ask(method: str, path: str) -> tuple[int, dict[str, Any]]:
        if path.endswith("/saves/7"):
            return next(settled)
        return (200, RUNNER) if path == "/whoami" else (200, {"protocol": 1, "saves": [SAVE], "notes": []})

    said = [HELLO, {"applied": 7, "digest": "0"}, BEAT, {"applied": 7, "digest": "0"}, BEAT]
    sent = asyncio.run(conversation(monkeypatch, ask, [json.dumps(words) for words in said]))
    words = [json.loads(message["text"]) for message in sent if message["type"] == "websocket.send"]
    assert [key for said in words for key in said if key in ("apply", "refused", "settled")] == [
        "apply", "refused", "apply", "settled",
    ]  # fmt: skip


def test_who_has_left_is_not_greeted_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the desk would believe for half a minute that it is there."""
    hub, ended = Hub(), []
    saved = Happening(1, 1, 3, "note.saved")

    async def steps() -> None:
        gone = asyncio.Event()
        coming: list[Message] = [
            {"type": "websocket.connect"},
            {"type": "websocket.receive", "text": json.dumps(HELLO)},
        ]

        async def call(_http: Any, _scope: Any, method: str, path: str, *_: Any) -> Inner:
            if method == "PUT" and "PUT" in ended:
                await gone.wait()
            ended.append(method)
            return Inner(200, [], json.dumps(RUNNER if path == "/whoami" else WELCOME).encode())

        async def receive() -> Message:
            if coming:
                return coming.pop(0)
            hub.give(saved)
            # The greeting that this brings is on its way by then.
            await asyncio.sleep(0.01)
            asyncio.get_running_loop().call_later(0.01, gone.set)
            return {"type": "websocket.disconnect"}

        async def send(_: Message) -> None:
            return

        monkeypatch.setattr(inner_call, "call", call)
        await RunnerDoor(None)(SCOPE, receive, send)  # type: ignore[arg-type]

    monkeypatch.setattr(runner_door, "hub", hub)
    monkeypatch.setattr(runner_door, "tail", NoTail())
    asyncio.run(steps())
    assert ended == ["GET", "PUT", "PUT", "DELETE"]


@pytest.mark.parametrize("status", [404, 409])
def test_a_save_that_the_desk_has_no_more_is_settled_for_the_runner(
    monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    def ask(_: str, path: str) -> tuple[int, dict[str, Any]]:
        if path.endswith("/saves/7"):
            return status, {"problems": [{"code": "save.not_found", "says": "There is none."}]}
        return (200, RUNNER) if path == "/whoami" else (200, WELCOME)

    said = [json.dumps(HELLO), json.dumps({"applied": 7, "digest": "0"})]
    sent = asyncio.run(conversation(monkeypatch, ask, said))
    words = [json.loads(message["text"]) for message in sent if message["type"] == "websocket.send"]
    assert words[-2:] == [
        {"refused": ["There is none."]},
        {"settled": 7, "state": "failed", "revision": None, "as_applied": False},
    ]
