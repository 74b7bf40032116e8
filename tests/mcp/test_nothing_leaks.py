"""A whole run of a project whose text stays on the machine, and one of a project that is purged: whatever the desk has
kept is then searched for what was written.
"""

import json
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import unquote
from urllib.request import Request, urlopen

import pytest
from mcp import Client, StdioServerParameters

from tests.agent.desks import RealDesk, Shell, line_to, shell_in
from tests.agent.quiet import at_terminal
from tests.agent.sessions import Session, commit, repository
from tests.mcp.clients import done, over_http, refused

# In every text of its project, and in nothing else.
MARK, PURGED = "ZIRKON", "TURMALIN"


@pytest.fixture
def own_desk(tmp_path: Path) -> Iterator[RealDesk]:
    found = RealDesk(tmp_path / "desk", keeps_log=True)
    found.folder.mkdir()
    found.start()
    for project in ("quiet", "purged"):
        found.manage("create_member", "mira@example.org", "--project", project, "--role", "maintainer")
    yield found
    found.kill()


def shell_of(desk: RealDesk, folder: Path, project: str) -> Shell:
    token = desk.manage("create_token", "--project", project, "--agent", "coder")
    (folder / project).mkdir()
    shell = shell_in(folder / project, HANDOFF_URL=desk.url, HANDOFF_PROJECT=project, HANDOFF_TOKEN=token)
    shell.env["HANDOFF_CARD"] = "CARD-1"
    repository(shell)
    commit(shell, at=1_700_000_000)
    assert shell("card", "--title", "Deposit").code == 0
    return shell


def work(shell: Shell, mark: str) -> str:
    """All that the command writes, wrong and right; the number of a decision that waits."""
    note = shell.note.replace("ship it", f"ship {mark}").replace("check the deposit", f"check {mark}")
    assert shell("save", "--model", "small one", stdin=note).code == 0
    assert shell("save", stdin=f"## Goal\n\n## {mark}\n{mark}").code == 1
    assert shell("append", "Done", f"- {mark} done").code == 0
    assert shell("append", mark, f"- {mark}").code == 1
    shell(
        "save", "--base", "0", "--on-lock", "restore", "--confirm", "write.shrinks", stdin=note.replace("check", "see")
    )
    shell("check", stdin=f"## {mark}\n")
    assert shell("fact", f"{mark} fact", f"{mark} 12", "--source", f"{mark} page 4").code == 0
    assert shell("fact", f"{mark} fact", f"{mark} 15", "--source", f"{mark} page 1").code == 1
    asked = shell(
        "ask", f"Which {mark}?", "--option", f"{mark} 1={mark} page", "--evidence", mark, "--untrusted", mark,
        "--impact", "money", "--due", "2027-01-01T10:00:00+05:30",
    )  # fmt: skip
    assert asked.code == 0, asked.err
    shell("hand-off", "--to", f"{mark} agent", "--trace", f"/runs/{mark}")
    wrong = json.dumps({"facts": {f"{mark} fact": f"{mark} 99"}, "next_action": mark})
    for _ in range(2):
        shell("read-back", "CARD-1", "-", stdin=wrong)
    session = Session(shell)
    assert mark in session.added("session-start")
    session.answer("stop")
    session.answer("session-end")
    return asked.out.strip()


async def with_tools(client: Client, mark: str) -> None:
    resumed = await done(client, "resume_context", card="CARD-1")
    assert mark in resumed["note"]
    text = resumed["note"].replace("## Dead ends\n", f"## Dead ends\n- {mark} by tool\n")
    await done(client, "save_note", card="CARD-1", text=text, base_revision=resumed["revision"])
    await done(client, "append_note", card="CARD-1", section="Done", lines=[f"- {mark} again"])
    await refused(client, "save_note", card="CARD-1", text=f"## {mark}\n", base_revision=resumed["revision"])
    await done(client, "set_fact", card="CARD-1", name=f"{mark} tool", value=mark, source=mark)
    asked = await done(client, "ask_person", card="CARD-1", decision=f"{mark} by tool?", options=[{"value": mark}])
    waiting = await done(client, "get_answer", decision=asked["id"], wait_seconds=0)
    assert waiting["decision"] == f"{mark} by tool?"


def beside(shell: Shell) -> Client:
    args = ["-W", "error", "-m", "handoff_agent", "mcp"]
    return Client(StdioServerParameters(command=sys.executable, args=args, env=shell.env, cwd=shell.folder))


async def past_the_command(desk: RealDesk, shell: Shell, mark: str) -> None:
    """Clients that do not know, or do not care, where text belongs."""
    async with over_http(desk, shell.env["HANDOFF_TOKEN"]) as client:
        for tool, given in (
            ("save_note", {"text": shell.note + mark, "base_revision": 0}),
            ("append_note", {"section": mark, "lines": [mark]}),
            ("set_fact", {"name": mark, "value": mark, "source": mark}),
            ("ask_person", {"decision": mark, "options": [{"value": mark}]}),
            ("hand_off", {"to": mark, "trace": mark}),
        ):
            assert "content.on_machine" in await refused(client, tool, card="CARD-1", **given)


def raw(shell: Shell, method: str, path: str, body: bytes, **more: str) -> int:
    address = f"{shell.env['HANDOFF_URL']}/api/v1/projects/quiet/{path}"
    headers = {"Authorization": f"Bearer {shell.env['HANDOFF_TOKEN']}", "Content-Type": "application/json", **more}
    try:
        with urlopen(Request(address, body, headers, method=method), timeout=20) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def hostile(shell: Shell, mark: str) -> None:
    body = json.dumps({"text": mark, mark: mark}).encode()
    assert raw(shell, "PUT", "cards/CARD-1/note", body) in (409, 422)
    assert raw(shell, "PUT", "cards/CARD-1/note", mark.encode()) == 400
    assert (
        raw(shell, "PUT", "cards/CARD-1/note", json.dumps({"text": mark}).encode(), **{"Idempotency-Key": mark}) == 409
    )
    fact = json.dumps({"value": mark, "source": mark}).encode()
    assert raw(shell, "PUT", f"cards/CARD-1/facts/{mark}", fact) == 409
    assert raw(shell, "PUT", f"cards/CARD-1/facts/{mark}/{mark}", fact) == 404


def crash(desk: RealDesk, shell: Shell, mark: str) -> None:
    """A row that cannot be read makes the desk fail at a call that brings text."""
    swap_kinds(desk, "agent", "broken")
    assert raw(shell, "PUT", "cards/CARD-1/note", json.dumps({"text": mark}).encode()) == 500
    swap_kinds(desk, "broken", "agent")


def swap_kinds(desk: RealDesk, was: str, now: str) -> None:
    with closing(sqlite3.connect(desk.folder / "desk.sqlite3", timeout=10)) as database, database:
        database.execute("UPDATE notes_token SET kind = ? WHERE kind = ?", [now, was])


def places_of(folder: Path, mark: str) -> list[str]:
    """The files that hold the mark, in whatever form text usually has."""
    forms = [mark.encode(), mark.encode("utf-16-le"), mark.lower().encode()]
    files = [path for path in folder.rglob("*") if path.is_file() and "static" not in path.parts]
    return [str(path) for path in files if any(form in path.read_bytes() for form in forms)]


def leave_in_a_free_page(folder: Path, mark: str) -> None:
    """As a text that was deleted long ago lies in the file of a database that does not wipe."""
    with closing(sqlite3.connect(folder / "desk.sqlite3", timeout=10)) as database:
        database.execute("PRAGMA secure_delete = OFF")
        database.execute("CREATE TABLE gone (text)")
        database.execute("INSERT INTO gone VALUES (?)", [f"{mark} " * 2_000])
        database.commit()
        database.execute("DROP TABLE gone")
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert f"{mark} {mark}".encode() in (folder / "desk.sqlite3").read_bytes()


def rows_with(folder: Path, mark: str) -> list[str]:
    with closing(sqlite3.connect(folder / "desk.sqlite3")) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [name for name in tables for row in database.execute(f'SELECT * FROM "{name}"') if mark in str(row)]


@pytest.mark.anyio
async def test_no_text_of_a_project_on_the_machine_is_found_on_the_desk(own_desk: RealDesk, tmp_path: Path) -> None:
    own_desk.manage("session_content", "--project", "quiet", "machine")
    shell = shell_of(own_desk, tmp_path, "quiet")
    with line_to(own_desk.url) as line:
        over_line = Shell(shell.folder, shell.env | {"HANDOFF_URL": line.url})
        number = work(over_line, MARK)
        assert "[content.on_machine]" in over_line("reply", number, MARK).err
        assert at_terminal(over_line, "decide", number, f"{MARK} decided")[0] == 0
        assert MARK in over_line("resume").out
        async with beside(over_line) as client:
            await with_tools(client, MARK)
            await refused(client, "reply_to_question", decision=int(number), text=MARK)
        assert any("/escalations/report" in sent for sent in line.sent)
        assert [sent for sent in line.sent if MARK in unquote(sent)] == []
    await past_the_command(own_desk, shell, MARK)
    hostile(shell, MARK)
    crash(own_desk, shell, MARK)
    own_desk.manage("deliver_mail", "--once")
    letters = list((own_desk.folder / "letters").glob("*.eml"))
    assert any(b"CARD-1" in path.read_bytes() for path in letters)
    own_desk.kill()
    log = own_desk.log.read_text()
    assert "ValueError" in log
    assert "CARD-1" in log
    assert MARK not in log
    # The files first, as the desk left them: opening the database tidies up beside it.
    assert places_of(own_desk.folder, MARK) == []
    assert rows_with(own_desk.folder, MARK) == []
    assert places_of(shell.state, MARK), "the text is where it belongs"
    own_desk.start()


@pytest.mark.anyio
async def test_no_text_is_found_after_a_purge(own_desk: RealDesk, tmp_path: Path) -> None:
    shell = shell_of(own_desk, tmp_path, "purged")
    work(shell, PURGED)
    async with beside(shell) as client:
        await with_tools(client, PURGED)
    own_desk.manage("deliver_mail", "--once")
    assert rows_with(own_desk.folder, PURGED)
    assert any("letters" in place for place in places_of(own_desk.folder, PURGED))
    leave_in_a_free_page(own_desk.folder, PURGED)
    # The desk goes on while it is purged.
    own_desk.manage("session_content", "--project", "purged", "machine", "--yes")
    assert rows_with(own_desk.folder, PURGED) == []
    assert places_of(own_desk.folder, PURGED) == []
    assert PURGED not in own_desk.log.read_text()
    assert shell("card", "--title", "Deposit again").code == 0
