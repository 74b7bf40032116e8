"""Whatever happens at the same time, no word that an agent wrote in the file is lost."""

import signal
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from tests.agent.runner.box import BOUND, SECRET, Box, until
from tests.agent.runner.work_trees import git


def test_what_others_save_reaches_the_file_and_an_agents_unsent_words_stay(box: Box) -> None:
    box.start()
    box.signal(signal.SIGSTOP)
    box.file.write_text(box.first + "- mine in the file\n")
    other = box.first.replace("Ship", "Ship today")
    assert box.agent("PUT", f"cards/{box.card}/note", {"text": other, "base_revision": 1})[0] == 200
    box.signal(signal.SIGCONT)
    both = other + "- mine in the file\n"
    until(lambda: box.file.read_text() == both and box.note["text"] == both)


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
