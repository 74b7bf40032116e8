"""Over HTTP a request may come twice, and a client may hang up: what holds then."""

import json
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.agent.desks import RealDesk, line_to
from tests.mcp.clients import Person, done, over_http
from tests.mcp.logged import logged_desk, until_it_says
from tests.mcp.test_door import post

SOON = 5.0


class SendsAgain(httpx2.AsyncHTTPTransport):
    """What clients and proxies do where a connection was lost before the answer."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        try:
            return await super().handle_async_request(request)
        except httpx2.TransportError:
            return await super().handle_async_request(request)


@asynccontextmanager
async def over_a_bad_line(url: str, token: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(transport=SendsAgain(), headers=headers, timeout=20) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http)) as client,
    ):
        yield client


def call(number: int, tool: str, **arguments: Any) -> bytes:
    params = {"name": tool, "arguments": arguments}
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}).encode()


def result(desk: RealDesk, token: str, body: bytes) -> dict[str, Any]:
    found = json.loads(post(desk, token, body=body).text)["result"]
    assert not found.get("isError"), found
    content: dict[str, Any] = found["structuredContent"]
    return content


@pytest.mark.anyio
async def test_what_is_sent_again_after_a_lost_answer_is_done_once(desk: RealDesk, token: str) -> None:
    with line_to(desk.url) as line:
        async with over_a_bad_line(line.url, token) as client:
            await done(client, "track_card", card="AGAIN-1", title="Again", format="free")
            await done(client, "save_note", card="AGAIN-1", text="## Done\n- begun\n\n## Next\n- go\n", base_revision=0)
            line.steps = ["cut"]
            saved = await done(client, "append_note", card="AGAIN-1", section="Done", lines=["- tests pass"])
            line.steps = ["cut"]
            handed = await done(client, "hand_off", card="AGAIN-1", to="pricing")
            line.steps = ["cut"]
            read = await done(client, "read_back", card="AGAIN-1", facts={}, next_action="stop", handoff=handed["id"])
            resumed = await done(client, "resume_context", card="AGAIN-1")
            later = await done(client, "hand_off", card="AGAIN-1", to="pricing")
    assert (saved["revision"], resumed["note"].count("- tests pass")) == (2, 1)
    assert read["tries_left"] == 1
    assert later["id"] == handed["id"] + 1


def test_the_whole_request_is_what_is_compared(desk: RealDesk, token: str) -> None:
    result(desk, token, call(1, "track_card", card="AGAIN-2", title="Again", format="free"))
    append = {"card": "AGAIN-2", "section": "Done", "lines": ["- tried"]}
    result(desk, token, call(2, "save_note", card="AGAIN-2", text="## Done\n- begun\n", base_revision=0))
    numbers = [result(desk, token, call(number, "append_note", **append))["revision"] for number in (3, 3, 4, 4)]
    assert numbers == [2, 2, 3, 3]


@pytest.mark.anyio
async def test_a_value_that_was_set_meanwhile_is_not_taken_for_the_same(
    desk: RealDesk, token: str, person: Person
) -> None:
    """Another client counts its ids from the beginning too: what says how it is to be is always done."""
    async with over_http(desk, token) as client:
        await done(client, "track_card", card="AGAIN-3", title="Again")
    values = [{"value": value, "source": "page 1"} for value in ("12", "15", "12")]
    for value in values:
        result(desk, token, call(3, "set_fact", card="AGAIN-3", name="EMD", **value))
    assert (await person.call("GET", "cards/AGAIN-3/facts/EMD"))["value"] == "12"


def test_who_hangs_up_while_it_waits_is_let_go_at_once(tmp_path: Path) -> None:
    with logged_desk(tmp_path) as (desk, log, process):
        token = desk.manage("create_token", "--project", "shop", "--agent", "coder")
        result(desk, token, call(1, "track_card", card="A", title="A"))
        asked = result(desk, token, call(2, "ask_person", card="A", decision="Ship?"))
        body = call(3, "get_answer", decision=asked["id"], wait_seconds=50)
        with socket.create_connection(("127.0.0.1", desk.port)) as client:
            client.sendall(
                b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Accept: application/json, text/event-stream\r\n"
                b"Authorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s" % (token.encode(), len(body), body)
            )
            client.settimeout(1)
            with pytest.raises(TimeoutError):
                client.recv(1)
        begun = time.monotonic()
        until_it_says(log, process, f"/escalations/{asked['id']} 499 ", SOON)
        assert time.monotonic() - begun < SOON
    assert "Traceback" not in log.read_text()
