"""A project whose text stays on the machine, worked on by the command against a real desk."""

import json
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from handoff_agent.client import Call, ask
from tests.agent.desks import RealDesk, Shell
from tests.agent.quiet import at_terminal, on_desk
from tests.agent.sessions import Session, commit, repository


def test_a_note_is_kept_here_and_the_desk_hears_numbers(quiet: Shell) -> None:
    saved = quiet("save", stdin=quiet.note)
    assert (saved.code, saved.out, saved.err) == (0, f"{quiet.env['HANDOFF_CARD']}: revision 1\n", "")
    assert quiet("show").out == quiet.note
    told = on_desk(quiet, f"cards/{quiet.env['HANDOFF_CARD']}")
    assert (told["revision"], told["updated_by"], told["session_content"]) == (
        1, {"kind": "agent", "name": "coder"}, "machine",
    )  # fmt: skip
    kept = list((quiet.state / "machine").rglob("*.json"))
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}


def test_the_rules_are_the_same(quiet: Shell) -> None:
    quiet("save", stdin=quiet.note)
    refused = quiet("save", stdin="## Goal\n\n## Nxt\n")
    assert refused.code == 1
    assert "[format.empty_goal]" in refused.err
    assert "[format.unknown_section]" in refused.err
    listed = quiet("refused").out
    assert "coder (agent)\n    " in listed
    assert "[format.empty_goal]" in listed
    assert "there is no new revision" in quiet("save", stdin=quiet.note).err
    assert quiet("append", "Done", "- tests").code == 0
    assert "## Done\n- tests\n" in quiet("show").out
    assert "go through" in quiet("check", stdin=quiet.note).out


def test_what_the_project_wants_of_notes_is_known_here(desk: RealDesk, quiet: Shell) -> None:
    desk.manage("create_member", "mira@example.org", "--project", "bounded", "--role", "maintainer")
    desk.manage("session_content", "--project", "bounded", "machine", "--yes")
    token = desk.manage("create_token", "--project", "bounded", "--agent", "coder")
    shell = Shell(quiet.folder, quiet.env | {"HANDOFF_PROJECT": "bounded", "HANDOFF_TOKEN": token})

    def wants(limit: int | None) -> None:
        with closing(sqlite3.connect(desk.folder / "desk.sqlite3", timeout=10)) as database, database:
            database.execute("UPDATE notes_project SET token_limit = ? WHERE slug = 'bounded'", [limit])

    assert shell("card", "--title", "Deposit").code == 0
    assert shell("save", stdin=quiet.note).code == 0
    wants(20)
    assert shell("append", "Done", "- told of the limit with this one").code == 0
    assert "[format.too_large]" in shell("append", "Done", "- too much").err
    other = {"HANDOFF_STATE_DIR": str(quiet.state.parent / "other"), "HANDOFF_CARD": "BOUNDED-2"}
    assert shell("card", "--title", "Receipt", **other).code == 0
    assert "[format.too_large]" in shell("save", stdin=quiet.note, **other).err


def test_a_persons_line_is_locked_and_an_agent_keeps_it(quiet: Shell) -> None:
    quiet("save", stdin=quiet.note)
    editor = f"{sys.executable} -c \"import sys,pathlib as p; f=p.Path(sys.argv[1]); " \
        "f.write_text(f.read_text().replace('- check the deposit', '- check the deposit\\n- by Friday'))\""  # fmt: skip
    code, out = at_terminal(quiet, "edit", editor=editor)
    assert (code, out) == (0, f"{quiet.env['HANDOFF_CARD']}: revision 2\n")
    lines = [line for each in json.loads(quiet("show", "--json").out)["sections"] for line in each["lines"]]
    theirs = next(line for line in lines if line["text"] == "- by Friday")
    assert (theirs["author"]["kind"], theirs["author"]["name"], theirs["locked"]) == ("person", "asha", True)
    refused = quiet("save", "--base", "2", stdin=quiet.note)
    assert refused.code == 1
    assert "[lock.line_missing]" in refused.err
    told = on_desk(quiet, f"cards/{quiet.env['HANDOFF_CARD']}")
    assert told["updated_by"] == {"kind": "person", "name": "someone at the machine"}
    assert at_terminal(quiet, "hand-back", theirs["id"]) == (0, "Handed back.\n")
    assert quiet("save", "--base", "2", stdin=quiet.note).code == 0


@pytest.mark.parametrize("words", [["edit"], ["lock", "r1-2"], ["hand-back", "r1-2"], ["decide", "1", "Rs 15"]])
def test_what_only_a_person_does_needs_a_terminal(quiet: Shell, words: list[str]) -> None:
    quiet("save", stdin=quiet.note)
    ran = quiet(*words)
    assert ran.code == 1
    assert "Only a person does this, at a terminal" in ran.err


def test_what_a_person_wrote_is_not_lost_when_it_is_refused(quiet: Shell) -> None:
    quiet("save", stdin=quiet.note)
    code, out = at_terminal(quiet, "edit", editor="sh -c 'echo typed > $0'")
    assert code == 1
    path = Path(out.split("--from ")[1].strip())
    assert path.read_text() == "typed\n"
    assert quiet("show").out == quiet.note


def test_a_decision_is_asked_without_words_and_taken_here(quiet: Shell) -> None:
    quiet("save", stdin=quiet.note)
    asked = quiet("ask", "Which deposit?", "--option", "Rs 15=page 1", "--fact", "EMD", "--impact", "money")
    assert asked.code == 0, asked.err
    number = asked.out.strip()
    told = on_desk(quiet, f"escalations/{number}")
    assert told["decision"] == f"An agent needs a decision on {quiet.env['HANDOFF_CARD']}: money"
    assert told["options"] == []
    assert quiet("ask", "Which deposit?", "--fact", "EMD").out.strip() == number
    assert quiet("answer", number).code == 1
    listed = quiet("decisions").out
    assert f"{number}  {quiet.env['HANDOFF_CARD']}: Which deposit?\n    - Rs 15  (page 1)\n" in listed
    waiting = quiet.start("answer", number, "--wait", "30")
    assert at_terminal(quiet, "decide", number, "Rs 15")[0] == 0
    out, _ = waiting.communicate(timeout=30)
    assert (waiting.returncode, out) == (0, b"Rs 15\n")
    assert quiet("fact", "EMD").out == "Rs 15\n"
    settled = on_desk(quiet, f"escalations/{number}")
    assert (settled["state"], settled["answer"]["value"], settled["answer"]["by"]["kind"]) == ("answered", "", "person")
    assert "asha answered: Rs 15" in quiet("resume").out
    assert at_terminal(quiet, "decide", number, "Rs 15") == (0, f"Decision {number} is answered.\n")
    code, says = at_terminal(quiet, "decide", number, "Rs 12")
    assert code == 1
    assert says.startswith("asha answered 'Rs 15' on ")
    assert says.endswith("and that answer holds. [escalation.answered]\n")
    assert quiet("fact", "EMD").out == "Rs 15\n"


def test_sources_that_disagree_ask_a_person(quiet: Shell) -> None:
    assert quiet("fact", "EMD", "Rs 12", "--source", "page 4").code == 0
    refused = quiet("fact", "EMD", "Rs 15", "--source", "page 1")
    assert refused.code == 1
    assert "[fact.disputed]" in refused.err
    assert "Which one holds?" in quiet("decisions").out
    assert "in dispute" in quiet("resume").out
    number = quiet("decisions").out.split()[0]
    assert quiet("fact", "EMD", "Rs 12", "--source", "page 1").code == 0
    assert "Which one holds?" not in quiet("decisions").out
    settled = on_desk(quiet, f"escalations/{number}")
    assert (settled["state"], settled["withdrawn"]["why"]) == ("withdrawn", "The sources of this fact agree now.")


def test_a_decision_that_was_withdrawn_on_the_desk_is_so_here(quiet: Shell) -> None:
    quiet("save", stdin=quiet.note)
    number = quiet("ask", "Ship?").out.strip()
    call = Call("POST", f"/projects/quiet/escalations/{number}/withdraw", "{}")
    assert ask(quiet.env["HANDOFF_URL"], quiet.env["HANDOFF_TOKEN"], call).is_done
    assert "was withdrawn" in quiet("answer", number).err
    assert "Ship?" not in quiet("decisions").out
    code, out = at_terminal(quiet, "decide", number, "yes")
    assert (code, "nothing left to decide. [escalation.withdrawn]" in out) == (1, True)


def test_work_is_handed_over_and_read_back_here(quiet: Shell) -> None:
    quiet("save", stdin=quiet.note)
    quiet("fact", "EMD", "Rs 12", "--source", "page 4")
    assert quiet("hand-off", "--to", "pricing agent").code == 0
    wrong = json.dumps({"facts": {"EMD": "Rs 21"}, "next_action": "check the deposit"})
    right = wrong.replace("21", "12")
    assert "[readback.fact_changed]" in quiet("read-back", quiet.env["HANDOFF_CARD"], "-", stdin=wrong).err
    assert quiet("read-back", quiet.env["HANDOFF_CARD"], "-", stdin=right).code == 0
    quiet("hand-off", "--to", "pricing agent")
    for _ in range(2):
        stopped = quiet("read-back", quiet.env["HANDOFF_CARD"], "-", stdin=wrong)
    assert "The handoff is stopped" in stopped.err
    assert "wrongly twice" in quiet("decisions").out


def test_it_works_while_the_desk_is_away_and_tells_it_later(desk: RealDesk, quiet: Shell) -> None:
    quiet("save", stdin=quiet.note)
    desk.kill()
    try:
        saved = quiet("append", "Done", "- on a train")
        assert (saved.code, saved.out) == (0, f"{quiet.env['HANDOFF_CARD']}: revision 2\n")
        assert "is kept for the next command" in saved.err
        assert "- on a train" in quiet("show").out
        assert "- on a train" in Session(quiet).added("session-start")
        unknown = quiet("save", "QUIET-NEW", "-", stdin=quiet.note)
        assert (unknown.code, unknown.out) == (3, "")
        assert "nothing was sent or kept" in unknown.err
    finally:
        desk.start()
    assert quiet("queue", "--send").out == "Dealt with 1 write.\n"
    assert on_desk(quiet, f"cards/{quiet.env['HANDOFF_CARD']}")["revision"] == 2


def test_what_waited_as_text_is_not_sent_once_the_project_keeps_it_here(desk: RealDesk, quiet: Shell) -> None:
    """Nothing was known of the project when it was written, since the desk was away."""
    unknown = Shell(quiet.folder, quiet.env | {"HANDOFF_STATE_DIR": str(quiet.state.parent / "other")})
    desk.kill()
    try:
        assert unknown("save", stdin=quiet.note).code == 3
    finally:
        desk.start()
    sent = unknown("queue", "--send")
    assert "set aside: save of" in sent.err
    listed = unknown("queue").out
    assert "[content.on_machine]" in listed
    assert "check the deposit" in unknown("queue", "--show", listed.split()[1]).out
    assert on_desk(quiet, f"cards/{quiet.env['HANDOFF_CARD']}")["revision"] == 0


def test_a_note_is_taken_to_the_machine_before_it_goes_off_the_desk(desk: RealDesk, quiet: Shell) -> None:
    desk.manage("create_member", "mira@example.org", "--project", "moving", "--role", "maintainer")
    token, person = (
        desk.manage("create_token", "--project", "moving", *who)
        for who in (("--agent", "coder"), ("--person", "mira@example.org"))
    )
    shell = Shell(quiet.folder, quiet.env | {"HANDOFF_PROJECT": "moving", "HANDOFF_TOKEN": token})
    shell("card", "--title", "Deposit")
    shell("save", stdin=quiet.note)
    shell("append", "Goal", "- by Friday", HANDOFF_TOKEN=person)
    shell("fact", "EMD", "Rs 12", "--source", "page 4")
    shell("show")
    assert shell("keep").code == 0
    desk.manage("session_content", "--project", "moving", "machine", "--yes")
    assert "- by Friday" in shell("show").out
    assert shell("fact", "EMD").out == "Rs 12\n"
    refused = shell("save", stdin=quiet.note)
    assert "[lock.line_missing]" in refused.err
    assert "mira" in refused.err
    assert shell("append", "Done", "- moved").out.endswith("revision 3\n")
    assert "- by Friday" in shell("keep", "--print").out


def test_when_the_desk_keeps_text_again_the_command_says_so_and_goes_on_there(desk: RealDesk, quiet: Shell) -> None:
    desk.manage("create_member", "mira@example.org", "--project", "returning", "--role", "maintainer")
    desk.manage("session_content", "--project", "returning", "machine")
    token = desk.manage("create_token", "--project", "returning", "--agent", "coder")
    shell = Shell(quiet.folder, quiet.env | {"HANDOFF_PROJECT": "returning", "HANDOFF_TOKEN": token})
    shell("card", "--title", "Deposit")
    shell("save", stdin=quiet.note)
    desk.manage("session_content", "--project", "returning", "server")
    told = shell("append", "Done", "- last one here")
    assert "keeps its notes on the desk again" in told.err
    kept = shell("keep", "--print").out
    assert "- last one here" in kept
    assert shell("keep").err.startswith("This machine keeps revision 2 of ")
    assert shell("save", "--base", "1", stdin=kept).code == 0
    assert shell("show").out == kept
    shell("append", "Done", "- and on the desk")
    taken = shell("keep")
    assert (taken.code, taken.out.endswith("revision 3 is kept on this machine too.\n")) == (0, True)
    assert Path(taken.err.split(" is in ")[1].strip().rstrip(".")).read_text() == kept
    desk.manage("session_content", "--project", "returning", "machine", "--yes")
    assert shell("append", "Done", "- here again").out.endswith("revision 4\n")
    assert shell("keep").err.startswith("This machine keeps the note of ")
    assert "- and on the desk\n- here again\n" in shell("show").out


def test_a_session_begins_with_the_note_of_this_machine(quiet: Shell) -> None:
    repository(quiet)
    commit(quiet, at=time.time() - 3600)
    quiet("save", stdin=quiet.note)
    session = Session(quiet)
    assert "- check the deposit" in session.added("session-start")
    assert session.held() == ""
    commit(quiet, at=time.time() + 5)
    assert "older than the last commit" in session.held()


def test_a_person_may_begin_the_note(quiet: Shell) -> None:
    (quiet.folder / "first.md").write_text(quiet.note)
    code, out = at_terminal(quiet, "edit", editor="cp first.md")
    assert (code, out) == (0, f"{quiet.env['HANDOFF_CARD']}: revision 1\n")
    assert quiet("show").out == quiet.note
    lines = [line for each in json.loads(quiet("show", "--json").out)["sections"] for line in each["lines"]]
    assert all(line["locked"] for line in lines)
