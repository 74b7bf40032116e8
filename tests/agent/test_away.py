"""The desk is away, comes back, dies in the middle: nothing is lost, doubled or out of order."""

import json
import subprocess

from tests.agent.desks import Line, RealDesk, Shell

DONE = [f"- step {number}" for number in range(1, 6)]


def lines_of(shell: Shell, section: str = "Done") -> list[str]:
    sections = json.loads(shell("show", "--json").out)["sections"]
    return [line["text"] for each in sections if each["name"] == section for line in each["lines"]]


def test_what_was_written_while_the_desk_was_away_is_sent_later_in_order_and_once(
    desk: RealDesk, shell: Shell, card: str
) -> None:
    desk.kill()
    try:
        for line in DONE:
            kept = shell("append", "Done", line)
            assert (kept.code, kept.out, len(kept.err.splitlines())) == (3, "", 1)
        assert "(5 writes wait)" in kept.err
        assert shell("fact", "EMD", "Rs 15", "--source", "page 1").code == 3
        waiting = list(shell.state.rglob("0*.json"))
        assert {path.stat().st_mode & 0o777 for path in waiting} == {0o600}
    finally:
        desk.start()
    assert lines_of(shell) == DONE
    assert shell("fact", "EMD").out == "Rs 15\n"
    assert shell("queue").out == "Nothing waits, and nothing was refused.\n"
    assert json.loads(shell("show", "--json").out)["revision"] == 6


def test_reading_while_the_desk_is_away_ends_with_three(shell: Shell) -> None:
    for words in (["show"], ["resume"], ["ask", "Which?"], ["fact", "EMD"]):
        ran = shell(*words, HANDOFF_URL="http://127.0.0.1:9")
        assert ran.code == 3, words
        assert "cannot be reached" in ran.err


def test_a_write_whose_answer_was_lost_is_not_done_twice(shell: Shell, card: str, line: Line) -> None:
    line.steps = ["cut"]
    assert shell("append", "Done", "- once").code == 0
    assert lines_of(shell) == ["- once"]
    keys = [key for method, key, _ in line.seen if method == "PATCH"]
    assert len(keys) == 2
    assert len(set(keys)) == 1


def test_a_write_whose_answers_were_all_lost_is_kept_and_still_done_once(shell: Shell, card: str, line: Line) -> None:
    line.steps = ["cut", "cut"]
    assert shell("append", "Done", "- once").code == 3
    assert shell("append", "Done", "- then").code == 0
    assert lines_of(shell) == ["- once", "- then"]


def test_a_question_whose_answer_was_lost_is_asked_once(shell: Shell, card: str, line: Line) -> None:
    line.steps = ["cut"]
    asked = shell("ask", "Which deposit holds?", "--option", "Rs 15=page 1")
    assert asked.code == 0
    assert "is asked:" in asked.err


def test_a_desk_in_trouble_is_away_and_what_answers_as_no_desk_too(shell: Shell, card: str, line: Line) -> None:
    for step in ("503", "500", "502 text/html", "302 text/html", "404 text/html", "200 text/html"):
        line.steps = [step]
        assert shell("append", "Done", f"- {step}").code == 3, step
        line.steps = []
    assert shell("queue", "--send").out == "Dealt with 6 writes.\n"
    assert len(lines_of(shell)) == 6


def test_what_is_refused_when_it_is_sent_later_is_set_aside_and_the_rest_goes_on(
    shell: Shell, card: str, line: Line
) -> None:
    line.steps = ["drop", "drop", "drop", "drop"]
    shell("append", "No such section", "- lost?")
    shell("append", "Done", "- good")
    line.steps = []
    sent = shell("append", "Done", "- last")
    assert sent.code == 0
    assert f"set aside: append of {card}." in sent.err
    assert lines_of(shell) == ["- good", "- last"]
    listed = shell("queue").out
    assert listed.startswith("refused  ")
    known = listed.split()[1]
    assert "- lost?" in shell("queue", "--show", known).out
    assert shell("queue", "--drop", known).code == 0
    assert shell("queue").out.startswith("Nothing")


def test_a_write_that_the_desk_fails_at_again_and_again_does_not_stop_the_others(
    shell: Shell, card: str, line: Line
) -> None:
    line.steps = ["500"] * 5
    shell("append", "Done", "- poison")
    for _ in range(4):
        shell("queue", "--send")
    assert line.steps == []
    assert shell("append", "Done", "- good").code == 0
    assert "The desk failed." in shell("queue").out
    assert lines_of(shell) == ["- good"]


def test_two_saves_while_away_follow_each_other_without_a_conflict(shell: Shell, card: str, line: Line) -> None:
    shell("show")
    line.steps = ["drop"] * 4
    shell("save", stdin=shell.note.replace("ship it", "ship it soon"))
    shell("save", stdin=shell.note.replace("ship it", "ship it today"))
    line.steps = []
    assert shell("queue", "--send").code == 0
    assert lines_of(shell, "Goal") == ["ship it today"]
    assert shell("save", stdin=shell.note.replace("ship it", "ship it now")).code == 0
    assert lines_of(shell, "Goal") == ["ship it now"]


def test_a_save_while_away_does_not_take_away_what_others_wrote_meanwhile(
    shell: Shell, card: str, person: Shell, line: Line
) -> None:
    shell("show")
    line.steps = ["drop", "drop"]
    shell("save", stdin=shell.note.replace("ship it", "ship it soon"))
    line.steps = []
    assert person("append", "Done", "- mine").code == 0
    assert shell("queue", "--send").code == 0
    assert lines_of(shell) == ["- mine"]
    assert lines_of(shell, "Goal") == ["ship it soon"]


def test_a_save_of_someone_who_never_read_the_note_is_set_aside_rather_than_put_over_it(
    shell: Shell, card: str, line: Line
) -> None:
    stranger = Shell(shell.folder, shell.env | {"HANDOFF_STATE_DIR": str(shell.state / "other")})
    line.steps = ["drop", "drop"]
    assert stranger("save", stdin=shell.note.replace("ship it", "ship nothing")).code == 3
    line.steps = []
    assert "set aside" in stranger("queue", "--send").err
    assert "[write.conflict]" in stranger("queue").out
    assert lines_of(shell, "Goal") == ["ship it"]


def test_a_save_that_was_killed_before_it_was_sent_is_not_put_over_the_note_either(shell: Shell, card: str) -> None:
    env = {"HANDOFF_STATE_DIR": str(shell.state / "other")}
    stranger = Shell(shell.folder, shell.env | env)
    assert (
        stranger("save", stdin=shell.note.replace("ship it", "ship nothing"), HANDOFF_URL="http://127.0.0.1:9").code
        == 3
    )
    (folder,) = (stranger.state / "waiting").iterdir()
    (path,) = folder.glob("0*.json")
    entry = json.loads(path.read_text())
    body = {"text": json.loads(entry["body"])["text"]}
    assert stranger("show").code == 0
    (here,) = (each for each in (stranger.state / "waiting").iterdir() if each != folder)
    (here / path.name).write_text(json.dumps(entry | {"guessed": True, "body": json.dumps(body), "read": ""}))
    assert "set aside" in stranger("queue", "--send").err
    assert lines_of(shell, "Goal") == ["ship it"]


def test_many_at_once_send_each_write_once(desk: RealDesk, shell: Shell, card: str) -> None:
    desk.kill()
    try:
        for line in DONE:
            shell("append", "Done", line)
    finally:
        desk.start()
    more = [f"- at once {number}" for number in range(6)]
    running = [shell.start("append", "Done", line) for line in more]
    ended = [process.communicate() for process in running]
    assert [process.returncode for process in running] == [0] * 6, ended
    found = lines_of(shell)
    assert found[:5] == DONE
    assert sorted(found[5:]) == more


def test_a_desk_that_is_killed_in_the_middle_loses_and_doubles_nothing(desk: RealDesk, shell: Shell, card: str) -> None:
    wanted = [f"- {number}" for number in range(12)]
    running: list[subprocess.Popen[bytes]] = [shell.start("append", "Done", line) for line in wanted]
    running[0].wait()
    desk.kill()
    desk.start()
    codes = [process.wait() for process in running]
    for process in running:
        process.communicate()
    assert set(codes) <= {0, 3}
    assert shell("queue", "--send").code == 0
    assert sorted(lines_of(shell)) == sorted(wanted)


def test_writes_of_one_token_are_never_sent_with_another(shell: Shell, card: str, person: Shell, line: Line) -> None:
    line.steps = ["drop", "drop"]
    shell("append", "Done", "- by the agent")
    line.steps = []
    same_state = Shell(shell.folder, person.env | {"HANDOFF_STATE_DIR": str(shell.state), "HANDOFF_URL": line.url})
    assert same_state("append", "Done", "- by the person").code == 0
    assert lines_of(same_state) == ["- by the person"]
    assert same_state("queue", "--adopt").out == "Took over 1 write.\n"
    assert lines_of(same_state) == ["- by the person", "- by the agent"]
