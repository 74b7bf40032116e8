"""When a session that ended owes its card a note."""

import pytest

from notes.rules.resuming.due import is_due, unwritten
from notes.rules.resuming.steps import Step
from tests.rules.records import done, said, steps

CARD = "SHOP-12"
ROUND = ((50.0, 0.0),)


def edit(at: float, *, failed: bool | None = False) -> list[Step]:
    return done("Edit", {"file_path": "a.py"}, failed=failed, at=at)


def command(text: str, at: float, *, failed: bool | None = False) -> list[Step]:
    return done("Bash", {"command": text}, at=at, failed=failed)


def tool(name: str, card: str, at: float) -> list[Step]:
    return done(f"mcp__handoff__{name}", {"card": card}, at=at)


READ = done("Read", {"file_path": "a.py"}, at=60.0)
CASES = [
    ("work", [edit(60)], True),
    ("a command", [command("make", 60)], True),
    ("only read", [READ], False),
    ("only talked", [said("Hello?")], False),
    ("only kept the note", [command("cd x && handoff save note.md", 60)], False),
    ("a change that failed", [edit(60, failed=True)], False),
    ("a change that it died in", [edit(60, failed=None)], True),
    ("all of it in an earlier round", [edit(30)], False),
    ("nobody knows when anything was", [edit(0)], True),
    ("told what it changed", [edit(60), command("handoff save note.md", 61)], False),
    ("by the clock it changed it later", [edit(62), command("handoff save note.md", 61)], False),
    ("changed after that note", [edit(60), command("handoff save note.md", 61), edit(62)], True),
    ("looked at it after that note", [edit(60), command("handoff save note.md", 61), command("make", 62)], False),
    ("committed after that note", [command("handoff save n.md", 61), command("git -C x commit -m y", 62)], True),
    ("a save that was refused", [edit(60), command("handoff save note.md", 61, failed=True)], True),
    ("a save that it died in", [edit(60), command("handoff save note.md", 61, failed=None)], True),
    ("its card by name", [edit(60), command("handoff save shop-12 - <<'X'\nhi\nX", 61)], False),
    ("another card by name", [edit(60), command("handoff save SHOP-13 note.md", 61)], True),
    ("another card on stdin", [edit(60), command("handoff save SHOP-13 < note.md", 61)], True),
    ("another card by option", [edit(60), command("handoff save --card SHOP-13 note.md", 61)], True),
    ("with options", [edit(60), command("handoff save --base 9 --card SHOP-12 note.md", 61)], False),
    ("a base", [edit(60), command("handoff save --base 9 note.md", 61)], False),
    ("a line added", [edit(60), command('handoff append "Decisions and why" "- x"', 61)], False),
    ("a line added by name", [edit(60), command("handoff append SHOP-12 Done '- x'", 61)], False),
    ("a line added elsewhere", [edit(60), command("handoff append SHOP-13 Done '- x'", 61)], True),
    ("the tool", [edit(60), tool("save_note", "shop-12", 61)], False),
    ("the tool for a line", [edit(60), tool("append_note", "SHOP-12", 61)], False),
    ("the tool on another card", [edit(60), tool("save_note", "SHOP-13", 61)], True),
]  # fmt: skip


@pytest.mark.parametrize(("case", "parts", "due"), CASES, ids=[case for case, *_ in CASES])
def test_a_note_is_due_for_work_that_its_own_saves_do_not_tell(
    case: str, parts: list[Step | list[Step]], due: bool
) -> None:
    assert is_due(unwritten(steps(*parts), ROUND, CARD, is_told=False)) is due


def test_of_what_is_told_already_only_changes_count() -> None:
    assert not is_due(unwritten(steps(command("make", 60)), ROUND, CARD, is_told=True))
    assert is_due(unwritten(steps(edit(60)), ROUND, CARD, is_told=True))


def test_what_was_done_on_another_card_is_not_this_ones() -> None:
    spans = ((50.0, 60.0), (70.0, 0.0))
    found = unwritten(steps(edit(55), edit(65), edit(75)), spans, CARD, is_told=False)
    assert [step.at for step in found.steps if step.kind == "tool_call"] == [55, 75]
