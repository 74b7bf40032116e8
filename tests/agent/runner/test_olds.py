"""What comes into a file whose place was taken: told once it rests, and no word twice."""

import os
from pathlib import Path

import pytest

from handoff_agent.runner import olds
from handoff_agent.runner.olds import SECONDS_AT_REST, SECONDS_WATCHED, Late, Olds
from handoff_agent.runner.replacing import Old


class Clock:
    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(olds, "time", made)
    return made


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "old.md").write_text("one\n")
    return tmp_path / "old.md"


def watched(path: Path, other: str = "") -> Olds:
    found = Olds()
    found.add(Old(os.open(path, os.O_RDONLY)), path.read_text(), other)
    return found


def test_each_word_is_told_once_and_only_when_the_file_rests(clock: Clock, path: Path) -> None:
    found = watched(path, other="B-1")
    for text, before in (("one\ntwo\n", "one\n"), ("one\ntwo\nthree\n", "one\ntwo\n")):
        path.write_text(text)
        clock.now += SECONDS_AT_REST
        assert list(found.late()) == []
        clock.now += SECONDS_AT_REST + 0.1
        assert list(found.late()) == [Late(before, text, "B-1")]
        assert list(found.late()) == []


def test_one_that_nothing_comes_into_is_let_go_but_not_unlooked_at(clock: Clock, path: Path) -> None:
    found = watched(path)
    clock.now += SECONDS_WATCHED * 10
    # The runner had no connection all the time.
    path.write_text("late\n")
    assert list(found.late()) == []
    clock.now += SECONDS_AT_REST + 0.1
    assert list(found.late()) == [Late("one\n", "late\n")]
    clock.now += SECONDS_WATCHED + 1
    assert (list(found.late()), found.watched) == ([], [])


def test_where_there_is_none_nothing_is_watched() -> None:
    found = Olds()
    found.add(None, None)
    assert found.watched == []
