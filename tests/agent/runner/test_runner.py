"""A real desk, a real runner on a git work tree, and an agent that writes there."""

import json
import os
import signal
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.agent.desks import RealDesk, Shell
from tests.agent.runner.box import BOUND, Box, until
from tests.agent.runner.work_trees import git


def test_a_persons_save_stands_in_the_work_tree_before_it_is_saved(box: Box) -> None:
    box.start()
    mine = box.first.replace("- test", "- only the API tests\n- test")
    assert box.saves(mine, 1) == (200, {"revision": 2, "warnings": [], "merged": False, "unchanged": False})
    assert box.file.read_text() == mine
    assert box.author_of("- only the API tests") == "person"
    assert git(box.shell.folder, "status", "--porcelain") == ""


def test_what_an_agent_writes_there_goes_through_the_same_checks(box: Box) -> None:
    box.start()
    mine = box.first.replace("- test", "- only the API tests\n- test")
    assert box.saves(mine, 1)[0] == 200
    box.file.write_text(mine + "- tests pass\n")
    until(lambda: box.author_of("- tests pass") == "runner")
    box.file.write_text(box.first + "- tests pass\n- deployed\n")
    page = until(lambda: box.refused.exists() and box.refused.read_text())
    assert "“- only the API tests” in “Next”" in page
    assert "[lock.line_missing]" in page
    assert box.author_of("- deployed") is None
    repaired = page.partition("---\n\n")[2]
    assert "- only the API tests\n" in repaired
    box.file.write_text(repaired)
    until(lambda: box.author_of("- deployed") == "runner")
    until(lambda: not box.refused.exists())
    assert box.author_of("- only the API tests") == "person"


def test_no_answer_in_time_is_said_and_the_late_one_saves(box: Box) -> None:
    box.start()
    box.signal(signal.SIGSTOP)
    mine = box.first + "- mine\n"
    status, said = box.saves(mine, 1)
    assert (status, said["under_way"], said["problems"][0]["code"]) == (202, True, "runner.no_answer")
    assert box.note["revision"] == 1
    box.signal(signal.SIGCONT)
    until(lambda: box.note["revision"] == 2)
    assert (box.author_of("- mine"), box.file.read_text()) == ("person", mine)


def test_a_runner_that_is_killed_between_writing_and_answering_answers_when_it_is_back(box: Box) -> None:
    """It remembers what it has put there before it says so."""
    box.start()
    mine = box.first + "- mine\n"
    box.signal(signal.SIGSTOP)
    with ThreadPoolExecutor(1) as threads:
        saving: Future[tuple[int, Any]] = threads.submit(box.saves, mine, 1)
        until(lambda: box.person("GET", f"cards/{box.card}")[0] == 200)
        time.sleep(0.5)
        box.kill()
        box.process = box.shell.start("runner")
        assert saving.result(BOUND)[0] == 200
    assert (box.author_of("- mine"), box.file.read_text()) == ("person", mine)


def test_an_agent_that_hands_the_persons_lines_back_meanwhile_does_not_become_their_author(box: Box) -> None:
    box.start()
    box.signal(signal.SIGSTOP)
    mine = box.first + "- mine\n"
    with ThreadPoolExecutor(2) as threads:
        saving = threads.submit(box.saves, mine, 1)
        until(lambda: box.agent("GET", "events?limit=500")[1]["events"][-1]["verb"] == "save.begun")
        body = {"text": mine, "base_revision": 1}
        thief = threads.submit(box.agent, "PUT", f"cards/{box.card}/note", body)
        time.sleep(0.3)
        box.signal(signal.SIGCONT)
        assert saving.result(BOUND)[0] == 200
        assert thief.result(BOUND)[1]["unchanged"]
    assert box.author_of("- mine") == "person"


def test_without_its_runner_a_person_is_told_so_and_nothing_is_lost(box: Box) -> None:
    box.start()
    box.kill()
    until(lambda: box.saves(box.first + "- mine\n", 1)[0] == 409)
    status, said = box.saves(box.first + "- mine\n", 1)
    assert (status, said["problems"][0]["code"]) == (409, "runner.offline")
    assert (box.note["revision"], box.file.read_text()) == (1, box.first)


def test_a_desk_that_is_away_is_found_again(box: Box, desk: RealDesk) -> None:
    box.start()
    desk.kill()
    box.file.write_text(box.first + "- while it was away\n")
    desk.start()
    until(lambda: box.author_of("- while it was away") == "runner")
    assert box.saves(box.first + "- while it was away\n- mine\n", 2)[0] == 200


def test_a_work_tree_that_cannot_be_written_leaves_the_note_unchanged(box: Box) -> None:
    box.start()
    (box.file.parent).rename(box.file.parent.with_name("elsewhere"))
    (box.shell.folder / ".agentdock").symlink_to(box.shell.folder.parent)
    status, said = box.saves(box.first + "- mine\n", 1)
    assert (status, said["problems"][0]["code"]) == (409, "runner.not_applied")
    assert "the note is unchanged" in said["problems"][0]["says"]
    assert box.note["revision"] == 1


def test_an_agents_token_is_no_runners(box: Box) -> None:
    ran = box.shell("runner", HANDOFF_RUNNER_TOKEN=box.agent.token)
    assert ran.code == 1
    assert "create_token --kind runner" in ran.err


def test_a_late_answer_that_is_merged_brings_the_others_words_into_the_file(box: Box) -> None:
    box.start()
    box.signal(signal.SIGSTOP)
    mine = box.first.replace("Ship", "Now ship")
    assert box.saves(mine, 1)[0] == 202
    until(
        lambda: (
            box.agent("PUT", f"cards/{box.card}/note", {"text": box.first + "- result\n", "base_revision": 1})[0] == 200
        )
    )
    box.signal(signal.SIGCONT)
    both = mine + "- result\n"
    until(lambda: box.note["text"] == both and box.file.read_text() == both)
    box.file.write_text(both + "- and more\n")
    until(lambda: box.author_of("- and more") == "runner")
    assert box.note["text"] == both + "- and more\n"


def test_another_branch_brings_the_note_of_its_card(box: Box) -> None:
    box.start()
    git(box.shell.folder, "commit", "-q", "--allow-empty", "-m", "first")
    git(box.shell.folder, "switch", "-q", "-c", "two")
    other = f"{box.card}-TWO"
    box.agent("PUT", f"cards/{other}", {"title": "Another", "format": "free"})
    theirs = "## Goal\nAnother piece of work\n"
    box.agent("PUT", f"cards/{other}/note", {"text": theirs})
    box.file.write_text(box.first + "- not sent yet\n")
    assert box.shell("track", other).code == 0
    until(lambda: box.file.read_text() == theirs)
    if box.author_of("- not sent yet") is None:
        assert "- not sent yet" in box.refused.read_text()
    git(box.shell.folder, "switch", "-q", "main")
    until(lambda: box.file.read_text() == box.note["text"])
    box.file.write_text(box.note["text"] + "- back on it\n")
    until(lambda: box.author_of("- back on it") == "runner")
    assert box.agent("GET", f"cards/{other}/note")[1]["text"] == theirs


def test_a_work_tree_that_is_broken_holds_up_no_other(box: Box, desk: RealDesk) -> None:
    git(box.shell.folder, "commit", "-q", "--allow-empty", "-m", "first")
    git(box.shell.folder, "worktree", "add", "-q", "-b", "two", str(box.shell.folder.parent / "two"))
    other = Shell(box.shell.folder.parent / "two", box.shell.env)
    assert other("track", f"{box.card}-TWO").code == 0
    box.agent("PUT", f"cards/{box.card}-TWO", {"title": "Another", "format": "free"})
    (other.folder / ".agentdock").write_text("in the way\n")
    box.start()
    box.file.write_text(box.first + "- mine\n")
    until(lambda: box.author_of("- mine") == "runner")


def test_a_clock_that_is_ahead_and_a_file_that_is_taken_away_stop_nothing(box: Box, tmp_path: Path) -> None:
    box.start()
    box.file.write_text(box.first + "- from tomorrow\n")
    tomorrow = time.time() + 86_400
    os.utime(box.file, (tomorrow, tomorrow))
    until(lambda: box.author_of("- from tomorrow") == "runner")
    # At one stroke: the runner puts the note there anew while a folder is still being emptied.
    box.file.parent.rename(tmp_path / "taken away")
    until(lambda: box.file.exists() and box.file.read_text() == box.note["text"])


def test_what_is_no_text_is_told_beside_the_note(box: Box) -> None:
    box.start()
    box.file.write_bytes(b"\xff\xfe")
    until(lambda: box.refused.exists() and "is not UTF-8" in box.refused.read_text())
    box.file.write_text(box.first + "- text again\n")
    until(lambda: box.author_of("- text again") == "runner")
    until(lambda: not box.refused.exists())


def test_what_was_answered_and_not_heard_of_is_no_late_write(box: Box) -> None:
    """Killed after its answer: the next words of the agent start from what the desk made of it."""
    box.start()
    mine = box.first + "- mine\n"
    assert box.saves(mine, 1)[0] == 200
    box.kill()
    (memory,) = (box.shell.state / "runner").glob("*.json")
    kept = json.loads(memory.read_text())
    kept |= {"revision": 1, "under_way": {"999": "0" * 64}}
    memory.write_text(json.dumps(kept))
    box.file.write_text(mine + "- after it\n")
    box.process = box.shell.start("runner")
    until(lambda: box.author_of("- after it") == "runner")
    assert box.author_of("- mine") == "person"


def test_a_note_for_a_card_that_comes_later_is_sent_then(box: Box) -> None:
    box.start()
    later = f"{box.card}-LATER"
    assert box.shell("track", later).code == 0
    until(lambda: box.file.read_text() == "")
    box.file.write_text("## Goal\nA card that is made later\n")
    time.sleep(1.5)
    box.agent("PUT", f"cards/{later}", {"title": "Later", "format": "free"})
    until(lambda: box.agent("GET", f"cards/{later}/note")[0] == 200)
