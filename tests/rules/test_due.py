"""When a session that ended owes its card a note."""

import pytest

from notes.rules.resuming.due import is_due
from notes.rules.resuming.steps import Step
from tests.rules.records import done, said, steps


def edit(at: float, *, failed: bool | None = False) -> list[Step]:
    return done("Edit", {"file_path": "a.py"}, failed=failed, at=at)


def command(text: str, at: float) -> list[Step]:
    return done("Bash", {"command": text}, at=at)


READ = done("Read", {"file_path": "a.py"}, at=60.0)
# What it did; when the note was written, the round began and the last commit was made.
CASES = [
    ("no note, and work", [edit(60)], (0, 50, 0), True),
    ("a note from before the round", [command("make", 60)], (40, 50, 0), True),
    ("a note of the round", [command("make", 60)], (55, 50, 0), False),
    ("changed after that note", [edit(60)], (55, 50, 0), True),
    ("told what it changed", [edit(60)], (65, 50, 0), False),
    ("committed after that note", [command("git commit", 60)], (55, 50, 61), True),
    ("a commit from before the round", [command("make", 60)], (55, 56, 54), True),
    ("an old commit that came late to the branch", [command("make", 60)], (57, 56, 54), False),
    ("only read", [READ], (0, 50, 0), False),
    ("only talked", [said("Hello?")], (0, 50, 0), False),
    ("only kept the note", [command("cd x && handoff save note.md", 60)], (0, 50, 0), False),
    ("a change that failed", [edit(60, failed=True)], (0, 50, 0), False),
    ("a change that it died in", [edit(60, failed=None)], (0, 50, 0), True),
    ("all of it in an earlier round", [edit(30)], (0, 50, 0), False),
    ("nobody knows when the round began", [edit(30)], (40, 0, 0), False),
    ("nobody knows when anything was", [edit(0)], (40, 50, 0), True),
]


@pytest.mark.parametrize(("case", "parts", "times", "due"), CASES, ids=[case for case, *_ in CASES])
def test_a_note_is_due_for_work_that_it_does_not_tell(
    case: str, parts: list[Step | list[Step]], times: tuple[float, float, float], due: bool
) -> None:
    note_at, begun_at, commit_at = times
    assert is_due(steps(*parts), note_at=note_at, begun_at=begun_at, commit_at=commit_at) is due
