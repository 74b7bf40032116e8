"""Beside git blame: the same answer, or a reason why not."""

from pathlib import Path

import pytest

from bench import histories
from notes.management.importing import pasts
from notes.management.importing.blame import Comparison, Reason, compare
from notes.management.importing.git_history import history_of
from notes.rules.importing.replay import Replay
from notes.rules.writing.verdicts import Note
from tests.importing.branches import build
from tests.importing.desk import run
from tests.importing.repository import Repository


def compared(file: Path) -> Comparison:
    history = history_of(file)
    with history.git.blobs() as blobs:
        steps = list(Replay().steps(pasts.of_commits(history, blobs, "free", ())))
        drafts = [step.draft for step in steps if step.draft]
        last = drafts[-1]
        assert last.number == steps[-1].stands_at
        note = Note(last.number, last.text, last.document, last.origins)
        by_commit = {step.past.commit: step for step in steps}
        return compare(history, blobs, by_commit, note, {draft.number: draft.past.commit for draft in drafts})


@pytest.mark.parametrize("seed", range(4))
def test_it_says_the_same_where_nothing_moved(seed: int, tmp_path: Path) -> None:
    histories.commit(histories.make(seed, lines=120, revisions=80, moves=0, repeated=0.3), tmp_path)
    found = compared(tmp_path / "HANDOFF.md")
    assert found.lines > 50
    # A line that went here while its like came there has moved, to us.
    assert set(found.differs) <= {Reason.MOVED, Reason.EQUAL}
    assert found.differs.total() <= 2


@pytest.mark.parametrize("seed", range(4))
def test_it_differs_only_on_what_moved(seed: int, tmp_path: Path) -> None:
    histories.commit(histories.make(seed, lines=120, revisions=80, moves=0.3, repeated=0.1), tmp_path)
    found = compared(tmp_path / "HANDOFF.md")
    assert set(found.differs) <= {Reason.MOVED, Reason.EQUAL}
    assert found.differs[Reason.EQUAL] <= 2


@pytest.mark.parametrize("seed", range(12))
def test_it_has_a_reason_for_every_line_through_branches_merges_and_renames(seed: int, tmp_path: Path) -> None:
    found = compared(build(seed, tmp_path))
    assert found.unexplained == []
    assert found.same > 0.6 * found.lines


@pytest.mark.usefixtures("cast")
def test_it_says_that_line_ends_are_no_change(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.commit("a\nb")
    repository.commit("a\r\nb\r\nc\r\n")
    said = run(tmp_path / "HANDOFF.md", git=True, compare_blame=True)
    assert "git blame says the same of 1 of 3 lines" in said
    assert f"2 differ: {Reason.LINE_ENDS}" in said
