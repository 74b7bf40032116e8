"""Sessions that end without a note get one: those that say that they end, and those that were killed."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from handoff_agent.client import Call, ask
from tests.agent.desks import Line, RealDesk, Shell
from tests.agent.fake_summariser import THINKS
from tests.agent.records import Lines, claude, claude_ran, text_of
from tests.agent.sessions import SHAPES, Session, git
from tests.agent.summariser import Summariser, summariser_of
from tests.agent.test_hooks_session import waited_for

SECONDS = 20.0
LEFT = "An earlier session of this card ended"
# It calls its first hook, and then works on until it is killed.
PROGRAM = "import subprocess, sys; subprocess.run(sys.argv[2:], input=sys.argv[1].encode(), check=True); input()"


@pytest.fixture
def summariser(desk: RealDesk, session: Session) -> Summariser:
    found = summariser_of(desk, session.shell)
    found.answers(rounded(session.shell))
    return found


def rounded(shell: Shell) -> str:
    return shell.note.replace("## Done\n", f"## Done\n- rounded half up for {shell.env['HANDOFF_CARD']}\n")


def works(session: Session, *, ago: float = 0.0, tool: str = "Edit", **given: str) -> None:
    at = datetime.fromtimestamp(time.time() - ago, UTC).isoformat()
    given = given or {"file_path": str(session.shell.folder / "cart.py")}
    parts: list[dict[str, Any] | Lines] = [claude("user", "Round the deposit.", timestamp=at)]
    with session.transcript.open("a") as file:
        file.write(text_of(*parts, claude_ran(tool, given, "1 passed", timestamp=at)))


def revision(shell: Shell) -> int:
    found: int = json.loads(shell("show", "--json").out)["revision"]
    return found


def known(shell: Shell) -> list[Path]:
    return list((shell.state / "rounds").glob("*.json"))


def settles(shell: Shell) -> bool:
    """Whatever was to be written is written."""
    return waited_for(lambda: not known(shell), SECONDS)


@contextmanager
def running(session: Session) -> Iterator[Callable[[], None]]:
    """The agent's program in its session; what is given kills it at once."""
    told = {"session_id": session.name, "transcript_path": str(session.transcript), "cwd": str(session.shell.folder)}
    words = [sys.executable, "-m", "handoff_agent", "hook", "session-start", "--dialect", session.dialect]
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, json.dumps(told | SHAPES["session-start"]), *words],
        cwd=session.shell.folder, env=session.shell.env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
    )  # fmt: skip

    def kill() -> None:
        program.kill()
        program.wait()

    try:
        assert waited_for(lambda: bool(known(session.shell)), SECONDS)
        yield kill
    finally:
        kill()
        assert program.stdin
        program.stdin.close()


def test_a_session_that_ends_with_its_work_untold_gets_a_note(session: Session, summariser: Summariser) -> None:
    session.added("session-start")
    works(session)
    summariser.answers(f"{THINKS}{rounded(session.shell)}")
    assert session.answer("session-end") == {}
    assert revision(session.shell) == 1, "the agent's program does not wait for the summariser"
    summariser.speak()
    assert settles(session.shell)
    assert session.shell("show").out == rounded(session.shell)
    assert revision(session.shell) == 2


def test_what_waits_to_be_sent_is_sent_on_the_way(shell: Shell, card: str, line: Line) -> None:
    session = Session(shell)
    session.added("session-start")
    works(session)
    line.steps = ["drop"] * 2
    assert shell("append", "Done", "- tests pass").code == 3
    assert session.answer("session-end", env={"HANDOFF_SUMMARISER": "extract"}) == {}
    assert settles(shell)
    assert "- tests pass" in shell("show").out


def test_a_session_that_told_its_work_or_did_none_gets_none(session: Session, summariser: Summariser) -> None:
    session.added("session-start")
    works(session, ago=-0.5)
    works(session, tool="Bash", command="handoff save note.md")
    assert waited_for(lambda: time.time() > session.transcript.stat().st_mtime + 0.6)
    assert session.shell("append", "Done", "- rounded").code == 0
    session.answer("session-end")
    assert settles(session.shell)
    for tool in ("Read", "Grep"):
        other = Session(session.shell)
        other.added("session-start")
        works(other, tool=tool)
        other.answer("session-end")
        assert settles(session.shell)
    assert revision(session.shell) == 2
    assert summariser.asked == []


def test_a_commit_after_the_note_makes_one_due(session: Session, summariser: Summariser) -> None:
    session.added("session-start")
    assert session.shell("append", "Done", "- rounded").code == 0
    works(session, tool="Bash", command="git commit -am x")
    session.answer("session-end")
    assert settles(session.shell)
    assert revision(session.shell) == 3


def test_a_session_that_was_killed_is_found_at_the_next_start(session: Session, summariser: Summariser) -> None:
    killed = Session(session.shell, session.dialect)
    with running(killed) as kill:
        works(killed)
        assert LEFT not in session.added("session-start")
        kill()
    added = session.added("session-start")
    assert added.count(LEFT) == 1
    assert "less than a minute ago" in added
    assert "- check the deposit" in added
    assert waited_for(lambda: len(known(session.shell)) == 1, SECONDS)
    assert session.shell("show").out == rounded(session.shell)
    assert LEFT not in session.added("session-start")


def test_the_round_of_one_that_was_killed_is_ended(session: Session, token: str, card: str) -> None:
    def told() -> list[tuple[str, bool]]:
        answer = ask(session.shell.env["HANDOFF_URL"], token, Call("GET", f"/projects/shop/cards/{card}/rounds"))
        return [(each["outcome"], each["ended_at"] is not None) for each in answer.json["rounds"]]

    with running(session) as kill:
        assert waited_for(lambda: bool(list((session.shell.state / "reports").glob("*.json"))), SECONDS)
        session.uses(20_000)
        session.answer("stop", env={"HANDOFF_SUMMARISER": "extract"})
        works(session)
        kill()
    assert LEFT in Session(session.shell).added("session-start", env={"HANDOFF_SUMMARISER": "extract"})
    assert waited_for(lambda: told() == [("killed", True)], SECONDS)


def test_one_that_runs_beside_is_not_taken_for_dead(session: Session, summariser: Summariser) -> None:
    with running(session):
        works(session)
        assert LEFT not in Session(session.shell, session.dialect).added("session-start")
        assert revision(session.shell) == 1


def test_one_that_began_anew_owes_what_it_did_before(session: Session, summariser: Summariser) -> None:
    with running(session) as kill:
        works(session)
        kill()
    assert LEFT not in session.added("session-start", source="resume")
    assert revision(session.shell) == 1
    session.answer("session-end")
    assert settles(session.shell)
    assert session.shell("show").out == rounded(session.shell)


def test_each_of_several_gets_its_note_whoever_wrote_meanwhile(shell: Shell, card: str, person: Shell) -> None:
    shell.env["HANDOFF_SUMMARISER"] = "extract"
    sessions = [Session(shell) for _ in range(3)]
    for session in sessions:
        session.added("session-start")
    for number, session in enumerate(sessions):
        works(session, file_path=str(shell.folder / f"part{number}.py"))
    for path in known(shell):
        path.write_text(json.dumps(json.loads(path.read_text()) | {"ended_at": time.time()}))
    assert person("append", "Done", "- looked at it").code == 0
    ran = shell("summarise", "--ended")
    assert ran.out.count("written by code") == 3, ran.err
    assert [f"- `part{number}.py`" in shell("show").out for number in range(3)] == [True] * 3
    assert not known(shell)


def test_one_that_nothing_can_be_made_of_now_holds_up_none_of_the_others(shell: Shell, card: str, line: Line) -> None:
    shell.env["HANDOFF_SUMMARISER"] = "extract"
    for number in range(2):
        session = Session(shell)
        session.added("session-start")
        works(session, file_path=str(shell.folder / f"part{number}.py"))
    for path in known(shell):
        path.write_text(json.dumps(json.loads(path.read_text()) | {"ended_at": time.time()}))
    line.steps = ["409"]
    ran = shell("summarise", "--ended")
    assert (ran.code, ran.out.count("written by code")) == (0, 1), ran.err
    assert "[desk.failed]" in ran.err
    assert len(known(shell)) == 1
    line.steps = ["409"]
    ran = shell("summarise", "--ended")
    assert (ran.code, ran.out) == (1, "")
    assert len(known(shell)) == 1
    assert shell("summarise", "--ended").out.count("written by code") == 1
    assert [f"- `part{number}.py`" in shell("show").out for number in range(2)] == [True] * 2


def test_a_persons_write_is_no_save_of_a_session_that_runs(
    session: Session, summariser: Summariser, person: Shell
) -> None:
    with running(session) as kill:
        works(session)
        assert person("append", "Done", "- looked at it").code == 0
        kill()
    summariser.answers(person("show").out.replace("- looked at it", "- looked at it\n- rounded"))
    assert LEFT in Session(session.shell).added("session-start")
    assert waited_for(lambda: revision(session.shell) == 3, SECONDS)


def test_work_stays_with_the_card_on_which_it_was_done(shell: Shell, card: str) -> None:
    other = f"{shell.env.pop('HANDOFF_CARD')}-OTHER"
    shell.env["HANDOFF_SUMMARISER"] = "extract"
    assert shell("card", other, "--title", "Receipt", "--format", "nine_sections").code == 0
    session = Session(shell)
    for key, file in ((card, "first.py"), (other, "second.py")):
        assert shell("track", key).code == 0
        if key == card:
            session.added("session-start")
        works(session, file_path=str(shell.folder / file))
    assert session.answer("session-end") == {}
    assert settles(shell)
    first, second = shell("show", card).out, shell("show", other).out
    assert ("`first.py`" in first, "`second.py`" in first) == (True, False)
    assert ("`first.py`" in second, "`second.py`" in second) == (False, True)


def test_a_key_is_the_same_in_small_letters(session: Session, summariser: Summariser) -> None:
    with running(session) as kill:
        works(session)
        kill()
    small = {"HANDOFF_CARD": session.shell.env["HANDOFF_CARD"].lower()}
    assert LEFT in Session(session.shell).added("session-start", env=small)


def test_one_of_which_nobody_can_tell_counts_by_its_record(session: Session, summariser: Summariser) -> None:
    session.added("session-start")
    works(session)
    (path,) = known(session.shell)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"process": ""}))
    other = Session(session.shell, session.dialect)
    assert LEFT not in other.added("session-start")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"process": "", "begun_at": 1.0}))
    subprocess.run(["touch", "-d", "7 hours ago", str(session.transcript)], check=True)
    assert "7 hours ago" in other.added("session-start")


def test_two_processes_at_once_write_one_note(session: Session, summariser: Summariser) -> None:
    session.added("session-start")
    works(session)
    session.answer("session-end", env={"HANDOFF_URL": "http://127.0.0.1:9"})
    (path,) = known(session.shell)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"url": session.shell.env["HANDOFF_URL"]}))
    both = [session.shell.start("summarise", "--ended") for _ in range(2)]
    said = b"".join(process.communicate()[0] for process in both)
    assert said.count(b"written by ") == 1
    assert said.count(b"no note is due") == 1
    assert revision(session.shell) == 2
    assert not known(session.shell)


def test_where_the_desk_is_away_it_is_written_when_the_next_session_starts(
    session: Session, summariser: Summariser
) -> None:
    session.added("session-start")
    works(session)
    (path,) = known(session.shell)
    kept = json.loads(path.read_text()) | {"ended_at": time.time()}
    path.write_text(json.dumps(kept | {"url": "http://127.0.0.1:9"}))
    assert session.shell("summarise", "--ended", HANDOFF_URL="http://127.0.0.1:9").code == 3
    path.write_text(json.dumps(kept))
    assert "1 session that ended is still to be looked at" in session.shell("doctor").out
    assert LEFT in Session(session.shell).added("session-start")
    assert waited_for(lambda: not path.exists(), SECONDS)
    assert revision(session.shell) == 2


def test_a_token_that_is_wrong_loses_no_note(session: Session, summariser: Summariser) -> None:
    session.added("session-start")
    works(session)
    (path,) = known(session.shell)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"ended_at": time.time()}))
    assert session.shell("summarise", "--ended", HANDOFF_SUMMARISER_TOKEN="hd_wrong").code == 1
    assert path.exists()
    assert "written by" in session.shell("summarise", "--ended").out


def test_where_it_is_off_nothing_is_promised(session: Session, summariser: Summariser) -> None:
    session.added("session-start")
    works(session)
    (path,) = known(session.shell)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"ended_at": time.time()}))
    (session.shell.folder / ".handoff.toml").write_text('summariser = "off"\n')
    assert LEFT not in Session(session.shell).added("session-start")
    assert waited_for(lambda: not path.exists(), SECONDS)
    assert revision(session.shell) == 1


def test_a_record_that_is_gone_holds_nothing_up(session: Session, summariser: Summariser) -> None:
    session.added("session-start")
    works(session)
    (path,) = known(session.shell)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"ended_at": 5.0}))
    session.transcript.write_text("garbage\n")
    ran = session.shell("summarise", "--ended")
    assert (ran.code, "is no record of a session" in ran.err) == (0, True)
    assert not known(session.shell)


@pytest.mark.parametrize("how", ["repository", "headless"])
def test_where_nobody_wants_one_there_is_none(session: Session, summariser: Summariser, how: str) -> None:
    """Whoever runs a planner says how it ended."""
    if how == "repository":
        (session.shell.folder / ".handoff.toml").write_text('summariser = "off"\n')
    else:
        assert session.shell("card", "--title", "Deposit", "--kind", "planner_turn").code == 0
    session.added("session-start")
    works(session)
    session.answer("session-end")
    assert settles(session.shell)
    assert revision(session.shell) == 1


def test_a_branch_of_another_folder_is_looked_at_where_it_is(session: Session, summariser: Summariser) -> None:
    session.added("session-start")
    works(session)
    git(session.shell, "worktree", "add", "-q", "-f", "../second", "main")
    (path,) = known(session.shell)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"ended_at": time.time()}))
    second = Shell(session.shell.folder.parent / "second", session.shell.env)
    assert "written by" in second("summarise", "--ended", "--extract").out
    assert "- `cart.py`" in session.shell("show").out


def test_the_switch_turns_every_hook_off(session: Session) -> None:
    for event in SHAPES:
        ran = session.call(event, env={"HANDOFF_HOOKS": "off"})
        assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert not known(session.shell)
