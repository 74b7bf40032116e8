"""What a session begins with, also after a compaction, and also where the desk is away."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from handoff_agent.hooks import requests
from tests.agent.desks import NOTE, Line, Shell
from tests.agent.sessions import Session, commit

CAP = 10_000
AN_HOUR = 3600


def own_note(shell: Shell, old: str, new: str) -> str:
    """No other card has one word for word like it."""
    assert old in NOTE
    return NOTE.replace(old, new).replace("## Goal\n", f"## Goal\n{shell.env['HANDOFF_CARD']}\n")


def long_note(shell: Shell, lines: int) -> None:
    shell.env["HANDOFF_CARD"] += "-long"
    assert shell("card", "--title", "Long", "--format", "free").code == 0
    text = "".join(f"- step {number} of many is done in {shell.env['HANDOFF_CARD']}\n" for number in range(lines))
    saved = shell("save", stdin=text)
    assert saved.code == 0, saved.err


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "compact", "fork"])
def test_a_session_begins_with_the_note(session: Session, source: str) -> None:
    added = session.added("session-start", source=source)
    assert "- check the deposit" in added
    assert "<handoff-next-action>" in added
    assert "`handoff save " in added
    assert session.added("session-start", "--part", "2", source=source) == ""


def test_a_planner_turn_that_goes_on_is_not_given_the_note_again(session: Session, person: Shell) -> None:
    assert person("append", "Next", "--", "- Never touch the migration.").code == 0
    assert session.shell("card", "--title", "Deposit", "--kind", "planner_turn").code == 0
    copy = session.added("session-start") and next((session.shell.state / "resumes").glob("*.json")).read_text()
    added = session.added("session-start", source="resume")
    assert "Never touch the migration." in added
    assert "- check the deposit" not in added
    # What a new session would need where the desk is away stays.
    assert next((session.shell.state / "resumes").glob("*.json")).read_text() == copy


def test_what_is_added_is_what_resume_prints_at_that_limit(session: Session) -> None:
    printed = session.shell("resume", "--limit", "9500").out.rstrip("\n")
    assert session.added("session-start").startswith(printed)


def test_a_long_note_comes_in_two_parts_under_the_cap(session: Session) -> None:
    long_note(session.shell, 150)
    first, second = session.added("session-start"), session.added("session-start", "--part", "2")
    assert "part 1 of 2" in first
    assert "part 2 of 2" in second
    assert all(f"- step {number} of many" in first + second for number in range(150))
    assert max(len(first), len(second)) <= CAP


def test_where_two_parts_are_not_enough_the_command_for_the_next_is_named(shell: Shell) -> None:
    long_note(shell, 500)
    second = Session(shell).added("session-start", "--part", "2")
    assert "--limit 9500 --part 3`" in second
    assert len(second) <= CAP


def test_what_a_person_wrote_stands_before_the_note(session: Session, person: Shell) -> None:
    changed = own_note(person, "- check the deposit", "- check the deposit\n- Never touch the migration.")
    assert person("save", stdin=changed).code == 0
    added = session.added("session-start")
    assert added.index("Never touch the migration.") < added.index("<handoff-note>")


def test_a_save_starts_from_the_revision_that_the_session_was_given(session: Session, person: Shell) -> None:
    session.added("session-start")
    assert person("save", stdin=own_note(person, "ship it", "ship it by Friday")).code == 0
    saved = session.shell(
        "save", stdin=NOTE.replace("## Done\n", f"## Done\n- tests of {person.env['HANDOFF_CARD']}\n")
    )
    assert saved.code == 0, saved.err
    assert "merged" in saved.err
    assert "by Friday" in session.shell("show").out


@pytest.mark.parametrize(
    "event", ["session-start", "user-prompt", "pre-compact", "post-compact", "stop", "session-end"]
)
def test_nothing_happens_where_no_card_is_tracked(shell: Shell, event: str) -> None:
    del shell.env["HANDOFF_CARD"]
    shell.env["HANDOFF_URL"] = "http://127.0.0.1:9"
    assert Session(shell).answer(event) == {}
    assert not list(shell.state.rglob("rounds/*"))


def test_a_subagent_is_left_alone(session: Session) -> None:
    assert session.answer("session-start", agent_id="a1", agent_type="Explore") == {}
    assert session.answer("stop", agent_id="a1", agent_type="Explore") == {}


def test_a_tracked_branch_is_enough_wherever_in_the_repository_the_agent_stands(session: Session, card: str) -> None:
    del session.shell.env["HANDOFF_CARD"]
    assert session.shell("track", card).code == 0
    inside = session.shell.folder / "deep" / "down"
    inside.mkdir(parents=True)
    assert "- check the deposit" in session.added("session-start", cwd=str(inside))
    outside = session.shell.folder.parent
    assert session.added("session-start", cwd=str(outside)) == ""
    env = {"CLAUDE_PROJECT_DIR": str(session.shell.folder)}
    assert "- check the deposit" in session.added("session-start", cwd=str(outside), env=env)


def test_a_key_that_is_no_word_of_a_shell_stands_in_quotes() -> None:
    assert requests.named("show {card}", "it's; a\nkey") == "show 'it'\"'\"'s; a key'"


def test_a_desk_that_is_away_is_told_in_one_line(session: Session) -> None:
    session.shell.env["HANDOFF_URL"] = "http://127.0.0.1:9"
    added = session.added("session-start")
    assert "cannot be reached" in added
    assert "no copy of its note" in added
    assert added.count("\n") == 0


def test_the_copy_of_the_last_time_comes_with_its_age(shell: Shell, card: str, line: Line) -> None:
    session = Session(shell)
    given = session.added("session-start")
    (copy,) = (shell.state / "resumes").glob("*.json")
    kept = json.loads(copy.read_text())
    copy.write_text(json.dumps(kept | {"kept_at": kept["kept_at"] - 3 * AN_HOUR}))
    line.steps = ["drop"] * 2
    away = session.added("session-start")
    assert "cannot be reached" in away.splitlines()[0]
    assert "3 hours ago" in away.splitlines()[0]
    assert away.endswith(kept["text"])
    assert kept["text"] in given
    assert session.added("session-start", "--part", "2") == ""


def test_what_the_desk_refuses_is_told_too(session: Session) -> None:
    added = session.added("session-start", env={"HANDOFF_TOKEN": "hd_wrong"})
    assert added.startswith("Handoff Desk gave nothing for the card")
    assert added.count("\n") == 0


def test_what_waits_on_the_machine_is_sent_before_the_note_is_read(shell: Shell, card: str, line: Line) -> None:
    line.steps = ["drop"] * 2
    assert shell("append", "Done", "- tests pass").code == 3
    assert "- tests pass" in Session(shell).added("session-start")


def test_after_a_compaction_the_request_comes_with_the_context_and_stops_do_not_ask_again(session: Session) -> None:
    session.added("session-start")
    commit(session.shell, at=time.time() + AN_HOUR)
    assert session.answer("pre-compact") == {}
    added = session.added("session-start", source="compact")
    assert "- check the deposit" in added
    assert "the note is older than the last commit" in added
    assert len(added) <= CAP
    assert session.held() == ""
    assert session.added("session-start", source="compact").count("is said once") == 0


def test_a_compaction_asks_for_nothing_where_the_note_is_fresh_and_of_this_round(session: Session) -> None:
    session.added("session-start")
    assert session.shell("append", "Done", "- tests pass").code == 0
    session.answer("pre-compact", trigger="manual")
    assert "is said once" not in session.added("session-start", source="compact")
    commit(session.shell, at=time.time() + AN_HOUR)
    assert "older than the last commit" in session.held()


def test_a_note_from_before_the_context_filled_up_is_not_fresh_after_a_compaction(session: Session) -> None:
    session.added("session-start")
    assert session.shell("append", "Done", "- tests pass").code == 0
    session.uses(800_000, ago=-60)
    session.answer("pre-compact")
    assert "not written in this round" in session.added("session-start", source="compact")


def test_a_prompt_brings_the_note_where_no_start_of_a_session_did(session: Session) -> None:
    session.added("session-start")
    assert session.added("user-prompt") == ""
    session.answer("post-compact")
    added = session.added("user-prompt")
    assert "- check the deposit" in added
    assert "is said once" in added
    assert session.added("user-prompt") == ""
    assert session.held() == ""


def test_a_start_after_a_compaction_is_enough(session: Session) -> None:
    """Newer versions of Codex do both."""
    session.answer("post-compact")
    assert "is said once" in session.added("session-start", source="compact")
    assert session.added("user-prompt") == ""


def test_old_rounds_and_copies_are_swept_away(session: Session) -> None:
    session.added("session-start")
    files = [path for folder in ("rounds", "resumes") for path in (session.shell.state / folder).glob("*.json")]
    assert len(files) == 2
    for path in files:
        old = path.with_name(f"old-{path.name}")
        old.write_text("{}")
        os.utime(old, (0, 0))
    session.added("session-start")
    assert {path for path in session.shell.state.rglob("*.json") if path.name.startswith("old-")} == set()
    assert all(path.exists() for path in files)


def test_only_the_owner_can_read_what_is_remembered(session: Session) -> None:
    session.added("session-start")
    session.held()
    found = [path for path in session.shell.state.rglob("*") if path.is_file()]
    assert found
    assert all(path.stat().st_mode & 0o077 == 0 for path in found)


def test_the_end_of_a_session_sends_what_waits_and_forgets_the_round(shell: Shell, card: str, line: Line) -> None:
    session = Session(shell)
    session.added("session-start")
    line.steps = ["drop"] * 2
    assert shell("append", "Done", "- tests pass").code == 3
    line.steps = ["hold"]
    assert session.answer("session-end") == {}
    assert waiting(shell.state), "the agent's program does not wait for the desk"
    line.go_on.set()
    assert waited_for(lambda: not waiting(shell.state))
    assert "- tests pass" in shell("show").out
    assert not list((shell.state / "rounds").glob("*"))


def waiting(state: Path) -> list[Path]:
    return list(state.glob("waiting/*/0*.json"))


def waited_for(seen: Callable[[], bool], seconds: float = 10.0) -> bool:
    over = time.monotonic() + seconds
    while time.monotonic() < over:
        if seen():
            return True
        time.sleep(0.02)
    return False
