"""Each request has an id that is the same in its answer, its log lines, its problem and its error page."""

import asyncio
import json
import logging
from functools import partial
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client, override_settings

from handoff_site import request_ids
from handoff_site.bridge import Bridge
from handoff_site.logs import JsonLines
from handoff_site.request_ids import OnEveryLine, RequestIds, sane
from notes.api.request_ids import current
from tests.site.asgi_calls import ask

PROXY = "127.0.0.1"
GIVEN = "0f8fad5b-d9cb-469f-a165-70867728950e"


async def answers(scope: Any, receive: Any, send: Any) -> None:
    start = "websocket.accept" if scope["type"] == "websocket" else "http.response.start"
    await send({"type": start, "status": 200, "headers": [(b"a", b"b")]})
    await send({"type": "http.response.body", "body": current.get().encode()})


front = RequestIds(answers, {PROXY})


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_the_answer_names_the_id_that_the_desk_knows_it_by(kind: str) -> None:
    told = ask(front, "/", kind=kind)
    assert told.headers["x-request-id"] == told.content.decode()
    assert len(told.content) == 16
    assert told.headers["a"] == "b"


def test_no_two_requests_have_the_same() -> None:
    assert len({ask(front, "/").content for _ in range(20)}) == 20


@pytest.mark.parametrize(
    ("client", "given", "taken"),
    [
        (PROXY, GIVEN, True),
        ("10.9.9.9", GIVEN, False),
        (PROXY, "short", False),
        (PROXY, "x" * 129, False),
        (PROXY, f"{GIVEN} and more", False),
        (PROXY, f"{GIVEN}\u00e9", False),
        (PROXY, "-" + GIVEN, False),
        (PROXY, "ghp_" + "aB3dE5gH7j" * 4, False),
        (PROXY, "Root=1-67891233-abcdef012345678912345678", True),
    ],
)
def test_one_that_was_given_is_taken_from_a_trusted_proxy_and_where_it_is_sane(
    client: str, given: str, taken: bool
) -> None:
    assert (ask(front, "/", client=client, X_Request_ID=given).content.decode() == given) is taken


def test_a_line_break_is_not_sane() -> None:
    assert sane(f"{GIVEN}\n") is None


def test_the_start_of_the_server_is_no_request() -> None:
    async def starts(scope: Any, receive: Any, send: Any) -> None:
        seen.append((scope["type"], current.get()))

    seen: list[tuple[str, str]] = []
    asyncio.run(RequestIds(starts, ())({"type": "lifespan"}, None, None))  # type: ignore[arg-type]
    assert seen == [("lifespan", "")]


def test_the_threads_of_the_bridge_know_it_and_forget_it() -> None:
    """Also those of the pieces of a large answer, and of its end."""
    seen: list[str] = []

    class Large:
        def __init__(self, _: Any, start: Any) -> None:
            start("200 OK", [])

        def __iter__(self) -> Any:
            for _ in range(3):
                seen.append(current.get())
                yield b"x" * 300_000

        def close(self) -> None:
            seen.append(current.get())

    bridge = Bridge(Large, threads=1, largest_body=10)
    told = ask(RequestIds(bridge, ()), "/")
    assert seen == [told.headers["x-request-id"]] * 4
    assert bridge.pool.submit(current.get).result() == ""


@pytest.mark.django_db
def test_a_problem_names_it_and_so_does_each_line_of_the_log(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.raise_request_exception = False
    caplog.handler.addFilter(OnEveryLine())
    monkeypatch.setattr("notes.api.callers.access.holder", lambda token: 1 / 0)
    asked = partial(client.get, "/api/v1/projects/shop/cards", headers={"Authorization": "Bearer hd_x"})
    answer = request_ids.known_by(GIVEN, asked)
    assert answer.json()["request_id"] == GIVEN
    assert [line.name for line in caplog.records] == ["handoff.api", "handoff.request", "django.request"]
    assert {line.__dict__["request_id"] for line in caplog.records} == {GIVEN}


@pytest.mark.django_db
def test_a_request_that_came_past_the_front_has_one_as_well_until_it_ends(client: Client) -> None:
    ids = [client.get("/api/v1/projects/shop/cards").json()["request_id"] for _ in range(2)]
    assert [len(each) for each in ids] == [16, 16]
    assert ids[0] != ids[1]
    assert current.get() == ""


@pytest.mark.django_db
@pytest.mark.parametrize("broken", [False, True])
def test_an_error_page_names_it(client: Client, monkeypatch: pytest.MonkeyPatch, broken: bool) -> None:
    monkeypatch.setattr("handoff_site.request_log.new", lambda: GIVEN)
    client.raise_request_exception = False
    if broken:
        monkeypatch.setattr("django.middleware.common.CommonMiddleware.process_request", lambda *_: 1 / 0)
    page = client.get("/nowhere/")
    assert page.status_code == (500 if broken else 404)
    assert f"<code>{GIVEN}</code>" in page.content.decode()


def test_a_line_in_json_has_it_where_there_is_one() -> None:
    record = logging.LogRecord("handoff.mail", logging.INFO, "file.py", 1, "said", None, None)
    OnEveryLine().filter(record)
    assert "request" not in json.loads(JsonLines().format(record))
    request_ids.known_by(GIVEN, OnEveryLine().filter, record)
    assert json.loads(JsonLines().format(record))["request"] == GIVEN


@pytest.mark.django_db
def test_threads_of_the_bridge_keep_what_django_keeps_for_them() -> None:
    """A context of its own for each request would mean a connection to Redis for each."""
    with override_settings(CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}):
        bridge = Bridge(cached, threads=1, largest_body=10)
        seen = {ask(RequestIds(bridge, ()), "/").content for _ in range(3)}
    assert len(seen) == 1


def cached(_: Any, start: Any) -> list[bytes]:
    start("200 OK", [])
    return [str(id(caches["default"])).encode()]
