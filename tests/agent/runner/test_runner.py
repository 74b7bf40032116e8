"""A real desk, a real runner on a git work tree, and an agent that writes there."""

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.agent.desks import RealDesk, Shell
from tests.agent.runner.work_trees import git, shell_in_tree

NUMBERS = count(1)
BOUND = 30
# The desk may take BOUND seconds for an answer to a program: who hangs up just then has none.
PATIENCE = 45
SECRET = "ghp_" + "x1" * 18
FIRST = "## Goal\nShip {card}\n\n## Next\n- test\n"


def until(true: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + BOUND
    while not (found := true()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found


@dataclass
class Caller:
    url: str
    token: str

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        asked = Request(f"{self.url}/api/v1/projects/shop/{path}", method=method)
        asked.add_header("Authorization", f"Bearer {self.token}")
        asked.add_header("Content-Type", "application/json")
        asked.data = json.dumps(body).encode() if body is not None else None
        try:
            with urlopen(asked, timeout=PATIENCE) as answer:
                return answer.status, json.loads(answer.read())
        except HTTPError as error:
            with error:
                return error.code, json.loads(error.read())


@dataclass
class Box:
    """A machine with a work tree that is tied to a card, and its runner."""

    shell: Shell
    card: str
    agent: Caller
    person: Caller
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def file(self) -> Path:
        return self.shell.folder / ".agentdock" / "handoff.md"

    @property
    def refused(self) -> Path:
        return self.file.with_name("handoff.refused.md")

    @property
    def note(self) -> Any:
        return self.agent("GET", f"cards/{self.card}/note")[1]

    @property
    def first(self) -> str:
        return FIRST.format(card=self.card)

    def start(self) -> None:
        self.process = self.shell.start("runner")
        until(lambda: self.file.exists() and self.file.read_text() == self.note["text"])

    def signal(self, number: int) -> None:
        assert self.process
        self.process.send_signal(number)

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def saves(self, text: str, base: int) -> tuple[int, Any]:
        return self.person("PUT", f"cards/{self.card}/note", {"text": text, "base_revision": base})

    def author_of(self, text: str) -> str | None:
        lines = [line for section in self.note["sections"] for line in section["lines"]]
        return next((line["author"]["kind"] for line in lines if line["text"] == text), None)


@pytest.fixture(scope="module")
def tokens(desk: RealDesk, token: str, persons_token: str) -> dict[str, str]:
    runner = desk.manage("create_token", "--project", "shop", "--agent", "box", "--kind", "runner")
    return {"agent": token, "person": persons_token, "runner": runner}


@pytest.fixture
def box(desk: RealDesk, tokens: dict[str, str], tmp_path: Path) -> Iterator[Box]:
    card = f"TREE-{next(NUMBERS)}"
    at_desk = {"HANDOFF_URL": desk.url, "HANDOFF_PROJECT": "shop", "HANDOFF_TOKEN": tokens["agent"]}
    shell = shell_in_tree(tmp_path, **at_desk, HANDOFF_RUNNER_TOKEN=tokens["runner"])
    assert shell("track", card).code == 0
    found = Box(shell, card, Caller(desk.url, tokens["agent"]), Caller(desk.url, tokens["person"]))
    assert found.agent("PUT", f"cards/{card}", {"title": "In a work tree", "format": "free"})[0] == 201
    assert found.agent("PUT", f"cards/{card}/note", {"text": found.first})[0] == 201
    yield found
    found.kill()


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


def test_what_others_save_reaches_the_file_and_an_agents_unsent_words_stay(box: Box) -> None:
    box.start()
    box.signal(signal.SIGSTOP)
    box.file.write_text(box.first + "- mine in the file\n")
    other = box.first.replace("Ship", "Ship today")
    assert box.agent("PUT", f"cards/{box.card}/note", {"text": other, "base_revision": 1})[0] == 200
    box.signal(signal.SIGCONT)
    both = other + "- mine in the file\n"
    until(lambda: box.file.read_text() == both and box.note["text"] == both)


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


def test_what_was_written_while_the_runner_was_away_is_late_where_the_note_moved_on(box: Box) -> None:
    box.start()
    box.kill()
    box.file.write_text(box.first + "- from the plane\n")
    other = box.first.replace("Ship", "Ship today")
    assert box.agent("PUT", f"cards/{box.card}/note", {"text": other, "base_revision": 1})[0] == 200
    box.process = box.shell.start("runner")
    page = until(lambda: box.refused.exists() and box.refused.read_text())
    assert "[write.late]" in page
    assert page.endswith(box.first + "- from the plane\n")
    until(lambda: box.file.read_text() == other)
    assert box.author_of("- from the plane") is None


def test_what_an_agent_appends_while_people_save_is_all_there(box: Box) -> None:
    box.start()
    written: list[str] = []
    over = Event()

    def append() -> None:
        while not over.wait(0.01):
            with box.file.open("a") as file:
                file.write(f"- line {len(written)} of the agent\n")
            written.append(f"- line {len(written)} of the agent")

    with ThreadPoolExecutor(1) as threads:
        appending = threads.submit(append)
        for number in range(6):
            base = box.note["revision"]
            mine = box.note["text"].replace("## Next\n", f"## Next\n- mine {number}\n", 1)
            assert box.saves(mine, base)[0] == 200
        over.set()
        appending.result(BOUND)
    until(lambda: box.author_of(written[-1]))
    lines = box.note["text"].split("\n")
    assert [line for line in written if line not in lines] == []
    assert [box.author_of(f"- mine {number}") for number in range(6)] == ["person"] * 6


def test_what_was_set_aside_stays_until_it_is_in_the_note(box: Box) -> None:
    box.start()
    box.signal(signal.SIGSTOP)
    words = "- test, and the cause is in billing.py"
    box.file.write_text(box.first.replace("- test", words))
    other = box.first.replace("- test", "- test on Monday")
    assert box.agent("PUT", f"cards/{box.card}/note", {"text": other, "base_revision": 1})[0] == 200
    box.signal(signal.SIGCONT)
    until(lambda: box.file.read_text() == other)
    assert words in box.refused.read_text()
    box.file.write_text(f"{other}- something else\n")
    until(lambda: box.author_of("- something else") == "runner")
    assert words in box.refused.read_text()
    box.file.write_text(f"{other}- something else\n{words}\n")
    until(lambda: box.author_of(words) == "runner")
    until(lambda: not box.refused.exists())


def test_a_page_that_is_deleted_is_done_with(box: Box) -> None:
    box.start()
    box.kill()
    box.file.write_text(box.first.replace("- test", "- test today"))
    other = box.first.replace("- test", "- test on Monday")
    assert box.agent("PUT", f"cards/{box.card}/note", {"text": other, "base_revision": 1})[0] == 200
    box.process = box.shell.start("runner")
    until(lambda: box.refused.exists() and box.file.read_text() == other)
    box.refused.unlink()
    box.file.write_text(f"{other}- key {SECRET}\n")
    page = until(lambda: box.refused.exists() and box.refused.read_text())
    assert SECRET in page
    assert "- test today" not in page


def test_what_was_written_while_it_was_away_is_taken_where_nobody_else_wrote(box: Box) -> None:
    box.start()
    box.kill()
    box.file.write_text(box.first + "- from the plane\n")
    box.process = box.shell.start("runner")
    until(lambda: box.author_of("- from the plane") == "runner")


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


def test_words_that_were_not_sent_before_a_switch_stay_beside_whatever_comes_after(box: Box) -> None:
    box.start()
    git(box.shell.folder, "commit", "-q", "--allow-empty", "-m", "first")
    box.signal(signal.SIGSTOP)
    box.file.write_text(f"{box.first}- not sent yet\n")
    git(box.shell.folder, "switch", "-q", "-c", "two")
    other, theirs = f"{box.card}-TWO", f"## Goal\nAnother piece of work than {box.card}\n"
    box.agent("PUT", f"cards/{other}", {"title": "Another", "format": "free"})
    assert box.agent("PUT", f"cards/{other}/note", {"text": theirs})[0] == 201
    assert box.shell("track", other).code == 0
    box.signal(signal.SIGCONT)
    until(lambda: box.file.read_text() == theirs)
    box.file.write_text(f"{theirs}- taken\n")
    until(lambda: "- taken" in box.agent("GET", f"cards/{other}/note")[1]["text"])
    assert box.author_of("- not sent yet") or "- not sent yet" in box.refused.read_text()
    git(box.shell.folder, "switch", "-q", "main")
    until(lambda: box.file.read_text() == box.note["text"])
    assert box.author_of("- not sent yet") or "- not sent yet" in box.refused.read_text()


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


def test_a_clock_that_is_ahead_and_a_file_that_is_taken_away_stop_nothing(box: Box) -> None:
    box.start()
    box.file.write_text(box.first + "- from tomorrow\n")
    tomorrow = time.time() + 86_400
    os.utime(box.file, (tomorrow, tomorrow))
    until(lambda: box.author_of("- from tomorrow") == "runner")
    shutil.rmtree(box.file.parent)
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
