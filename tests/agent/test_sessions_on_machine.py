"""Sessions of a project whose text stays on the machine: the notes of those that died, and what a success clears."""

import json
import time
from pathlib import Path

from tests.agent.desks import Shell
from tests.agent.quiet import on_desk
from tests.agent.records import text_of
from tests.agent.sessions import Session
from tests.agent.summariser import work
from tests.agent.test_sessions_that_died import works

EXTRACT = {"HANDOFF_SUMMARISER": "extract"}


def record(shell: Shell) -> Path:
    path = shell.folder.parent / "session.jsonl"
    path.write_text(text_of(*work(shell)))
    return path


def test_a_session_that_died_gets_its_note_here(quiet: Shell) -> None:
    quiet("fact", "EMD", "Rs 12", "--source", "page 4")
    ran = quiet("summarise", "--transcript", str(record(quiet)), "--outcome", "killed", **EXTRACT)
    assert (ran.code, ran.err) == (0, "")
    note = quiet("show").out
    assert "half up" in note
    assert "cart.py" in note
    assert on_desk(quiet, f"cards/{quiet.env['HANDOFF_CARD']}")["revision"] == 1


def test_a_session_that_ended_is_looked_at_once(quiet: Shell) -> None:
    quiet("save", stdin=quiet.note)
    session = Session(quiet)
    session.added("session-start")
    works(session)
    (path,) = (quiet.state / "rounds").glob("*.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"ended_at": time.time()}))
    ran = quiet("summarise", "--ended", **EXTRACT)
    assert (ran.code, ran.out) == (0, f"{quiet.env['HANDOFF_CARD']}: written by code, without a model\n"), ran.err
    assert not path.exists()
    assert "cart.py" in quiet("show").out
    assert "- check the deposit" in quiet("show").out


def test_a_run_that_succeeds_clears_the_note_here(quiet: Shell) -> None:
    assert quiet("card", "--title", "The drain", "--kind", "planner_turn").code == 0
    quiet("save", stdin=quiet.note)
    assert "check the deposit" not in Session(quiet).added("session-start", source="resume")
    number = quiet("round", "start", "--model", "small").out.split()[0]
    assert quiet("round", "end", number, "--outcome", "succeeded").code == 0
    assert on_desk(quiet, f"cards/{quiet.env['HANDOFF_CARD']}")["revision"] == 2
    note = quiet("show").out
    assert "its note was cleared" in note
    assert "- The drain" in note
    assert "check the deposit" not in note
