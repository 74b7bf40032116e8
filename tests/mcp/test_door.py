"""/mcp as a door of the server: who is let in, what is turned away, and what a wait and a stop do."""

import asyncio
import json
import signal
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from handoff_site.mcp_door import security
from tests.agent.desks import RealDesk
from tests.mcp.clients import NOTE, Door, Person, done, over_http, refused
from tests.mcp.logged import logged_desk

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
MORE_THAN_THREADS = 24


@dataclass(frozen=True)
class Told:
    status: int
    headers: Any
    text: str

    @property
    def code(self) -> Any:
        return json.loads(self.text)["problems"][0]["code"]


def post(desk: RealDesk, token: str = "", method: str = "POST", body: bytes | None = None, **headers: str) -> Told:
    sent = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    sent |= {"Authorization": f"Bearer {token}"} if token else {}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    data = json.dumps(LIST).encode() if body is None and method == "POST" else body
    try:
        with urlopen(Request(f"{desk.url}/mcp", data, sent, method=method), timeout=20) as answer:
            return Told(answer.status, answer.headers, answer.read().decode())
    except HTTPError as error:
        with error:
            return Told(error.code, error.headers, error.read().decode())


@pytest.mark.parametrize("token", ["", "hd_wrong"])
@pytest.mark.parametrize("method", ["POST", "GET", "DELETE"])
@pytest.mark.parametrize("body", [None, b"no JSON"])
def test_without_a_token_that_holds_nothing_is_looked_at(
    desk: RealDesk, token: str, method: str, body: bytes | None
) -> None:
    told = post(desk, token, method, body)
    assert (told.status, told.code) == (401, "request.no_token")
    assert told.headers["WWW-Authenticate"] == "Bearer"


def test_one_request_is_one_answer_in_json_without_a_session(desk: RealDesk, token: str) -> None:
    told = post(desk, token)
    assert told.status == 200
    assert told.headers["Content-Type"] == "application/json"
    assert "Mcp-Session-Id" not in told.headers
    assert len(json.loads(told.text)["result"]["tools"]) == 11


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_there_is_no_stream_and_no_session_to_end(desk: RealDesk, token: str, method: str) -> None:
    told = post(desk, token, method)
    assert (told.status, told.code, told.headers["Allow"]) == (405, "request.wrong_method", "POST")


def test_a_host_that_is_not_the_desks_is_turned_away(desk: RealDesk, token: str) -> None:
    assert post(desk, token, Host="evil.example").code == "request.bad_host"


def test_a_page_from_elsewhere_is_turned_away(desk: RealDesk, token: str) -> None:
    assert post(desk, token, Origin="https://evil.example").status == 403
    assert post(desk, token, Origin=desk.url).status == 200


def test_a_body_that_is_too_large_is_told_so_as_everywhere(desk: RealDesk, token: str) -> None:
    told = post(desk, token, body=b"x" * 5_000_000)
    assert (told.status, told.code) == (413, "request.too_large")


def test_what_is_no_message_of_the_protocol_is_an_error_and_no_failure(desk: RealDesk, token: str) -> None:
    assert post(desk, token, body=b"no JSON").status == 400
    assert post(desk, token, body=b"[]").status == 400


@pytest.mark.parametrize(
    ("hosts", "asked", "kept"),
    [
        (["desk.example.org"], "desk.example.org:*", True),
        (["[::1]"], "[::1]:*", True),
        ([".example.org"], ".example.org", False),
        (["*"], "*", False),
    ],
)
def test_hosts_that_are_patterns_are_left_to_django(hosts: list[str], asked: str, kept: bool) -> None:
    found = security(hosts, "https://desk.example.org")
    assert asked in found.allowed_hosts
    assert "https://desk.example.org" in found.allowed_origins
    assert found.enable_dns_rebinding_protection == kept


@pytest.mark.anyio
async def test_more_may_wait_than_there_are_threads_and_the_desk_goes_on(
    desk: RealDesk, token: str, person: Person
) -> None:
    async with over_http(desk, token) as client:
        await done(client, "track_card", card="WAIT-1", title="Many wait")
        asked = await done(client, "ask_person", card="WAIT-1", decision="Ship?")
        arguments = {"decision": asked["id"], "wait_seconds": 50}
        waiting = [asyncio.create_task(done(client, "get_answer", **arguments)) for _ in range(MORE_THAN_THREADS)]
        finished, _ = await asyncio.wait(waiting, timeout=1)
        assert not finished
        async with asyncio.timeout(5):
            assert (await done(client, "track_card", card="WAIT-1"))["open_decisions"][0]["id"] == asked["id"]
        await person.call("POST", f"escalations/{asked['id']}/answer", {"value": "yes"})
        answers = await asyncio.wait_for(asyncio.gather(*waiting), 20)
    assert {answer["answer"]["value"] for answer in answers} == {"yes"}


@pytest.mark.anyio
async def test_a_client_of_the_older_protocol_is_served_too(door: Door, person: Person) -> None:
    async with replace(door, mode="legacy").open() as client:
        await done(client, "track_card", card=door.card, title="Deposit")
        await done(client, "save_note", card=door.card, text=door.note, base_revision=0)
        await person.call("PATCH", f"cards/{door.card}/note", {"section": "Goal", "append": ["- by Friday"]})
        says = await refused(client, "save_note", card=door.card, text=door.note, base_revision=2)
        assert (await done(client, "save_note", **json.loads(says.splitlines()[-1])))["unchanged"]


@pytest.mark.anyio
async def test_a_stop_answers_who_waits_and_the_log_holds_nothing_of_a_note(tmp_path: Path) -> None:
    with logged_desk(tmp_path) as (desk, log, process):
        token = desk.manage("create_token", "--project", "shop", "--agent", "coder")
        async with over_http(desk, token) as client:
            await done(client, "track_card", card="A", title="A")
            strange = NOTE.format(card="A") + "\n## Fortytwo\n"
            assert "Fortytwo" in await refused(client, "save_note", card="A", text=strange, base_revision=0)
            asked = await done(client, "ask_person", card="A", decision="Ship?")
            waiting = asyncio.create_task(done(client, "get_answer", decision=asked["id"], wait_seconds=50))
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(asyncio.shield(waiting), 0.5)
            process.send_signal(signal.SIGTERM)
            assert (await asyncio.wait_for(waiting, 5))["state"] == "open"
        assert await asyncio.to_thread(process.wait, 10) == 0
    said = log.read_text()
    assert "/api/v1/projects/shop/cards/A/note 422" in said
    assert "Fortytwo" not in said
    assert "Traceback" not in said
