"""`handoff mcp` where things are not as they should be: nothing is set, the desk is away, the SDK is missing."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from tests.agent.desks import RealDesk, line_to, shell_in
from tests.mcp.clients import Door, Person, done, refused
from tests.site.test_serve import ROOT

WITHOUT_SDK = """
import sys
class Missing:
    def find_spec(self, name, *_):
        if name == "mcp":
            raise ModuleNotFoundError(name="mcp")
sys.meta_path.insert(0, Missing())
from handoff_agent.dispatch import main
sys.exit(main(["mcp"]))
"""


@pytest.fixture
def beside(desk: RealDesk, token: str, tmp_path: Path) -> Door:
    return Door("stdio", desk, token, f"BESIDE-{tmp_path.name}", tmp_path)


@pytest.mark.anyio
async def test_what_is_not_set_is_told_to_the_model_and_not_to_a_log(tmp_path: Path) -> None:
    shell = shell_in(tmp_path)
    started = StdioServerParameters(
        command=sys.executable, args=["-m", "handoff_agent", "mcp"], env=shell.env, cwd=shell.folder
    )
    async with Client(started) as client:
        assert (await client.list_tools()).tools
        assert "set HANDOFF_URL" in await refused(client, "resume_context", card="A")


@pytest.mark.anyio
async def test_a_save_that_does_not_reach_the_desk_is_kept_and_sent_before_the_next_call(beside: Door) -> None:
    async with beside.open() as client:
        await done(client, "track_card", card=beside.card, title="Deposit")
    with line_to(beside.desk.url) as line:
        away = replace(beside.desk, port=int(line.url.rpartition(":")[2]))
        async with replace(beside, desk=away, folder=beside.folder / "away").open() as client:
            line.steps = ["drop", "drop"]
            says = await refused(client, "save_note", card=beside.card, text=beside.note, base_revision=0)
            assert "is kept for the next command" in says
            resumed = await done(client, "resume_context", card=beside.card)
    assert (resumed["revision"], resumed["note"]) == (1, beside.note)


@pytest.mark.anyio
async def test_a_lost_answer_asks_a_person_once(beside: Door, person: Person) -> None:
    async with beside.open() as client:
        await done(client, "track_card", card=beside.card, title="Deposit")
    with line_to(beside.desk.url) as line:
        away = replace(beside.desk, port=int(line.url.rpartition(":")[2]))
        async with replace(beside, desk=away, folder=beside.folder / "away").open() as client:
            line.steps = ["cut"]
            asked = await done(client, "ask_person", card=beside.card, decision="Ship?")
    assert asked["is_new"]
    assert [row["id"] for row in (await person.call("GET", f"cards/{beside.card}/escalations"))["escalations"]] == [
        asked["id"]
    ]


@pytest.mark.anyio
async def test_a_desk_that_cannot_be_reached_is_told_in_a_sentence(beside: Door) -> None:
    with line_to(beside.desk.url) as line:
        url = line.url
    away = replace(beside.desk, port=int(url.rpartition(":")[2]))
    async with replace(beside, desk=away).open() as client:
        says = await refused(client, "get_answer", decision=1, wait_seconds=50)
    assert f"The desk at {url} cannot be reached" in says


def test_without_the_sdk_the_command_says_what_to_install() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT_SDK], cwd=ROOT, capture_output=True, check=False, text=True)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "`handoff mcp` needs the SDK of MCP: pip install 'handoff-desk[mcp]'.\n"
