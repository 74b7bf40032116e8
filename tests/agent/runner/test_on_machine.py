"""A runner of a project whose text stays on the machine: the same checks, and the desk hears numbers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.agent.desks import RealDesk, Shell
from tests.agent.quiet import at_terminal, on_desk
from tests.agent.runner.box import until
from tests.agent.runner.work_trees import shell_in_tree

CARD = "QUIET-TREE"
FIRST = "## Goal\nKeep it here\n\n## Next\n- test\n"


@pytest.fixture
def quiet(desk: RealDesk, tmp_path: Path) -> Iterator[Shell]:
    """A work tree that is tied to a card, and its runner at work."""
    desk.manage("create_member", "mira@example.org", "--project", "quiet", "--role", "maintainer")
    desk.manage("session_content", "--project", "quiet", "machine", "--yes")
    tokens = {
        kind: desk.manage("create_token", "--project", "quiet", "--agent", kind, "--kind", kind)
        for kind in ("agent", "runner")
    }
    at_desk = {"HANDOFF_URL": desk.url, "HANDOFF_PROJECT": "quiet", "HANDOFF_TOKEN": tokens["agent"]}
    shell = shell_in_tree(tmp_path, **at_desk, HANDOFF_RUNNER_TOKEN=tokens["runner"])
    assert shell("track", CARD).code == 0
    assert shell("card", "--title", "On the machine", "--format", "free").code == 0
    assert shell("save", stdin=FIRST).code == 0
    process = shell.start("runner")
    yield shell
    process.kill()
    process.communicate()


def test_what_is_written_in_the_file_is_kept_here_and_a_persons_lines_are_locked(quiet: Shell, desk: RealDesk) -> None:
    file = quiet.folder / ".agentdock" / "handoff.md"
    until(lambda: file.exists() and file.read_text() == FIRST)
    file.write_text(FIRST + "- marmalade from the file\n")
    until(lambda: "marmalade" in quiet("show").out)
    until(lambda: on_desk(quiet, f"cards/{CARD}")["revision"] == 2)

    mine = quiet.folder.parent / "mine.md"
    mine.write_text(quiet("show").out.replace("- test\n", "- only the marmalade tests\n- test\n"))
    code, said = at_terminal(quiet, "edit", CARD, "--from", str(mine))
    assert code == 0, said
    until(lambda: "only the marmalade tests" in file.read_text())

    file.write_text(file.read_text().replace("- only the marmalade tests\n", ""))
    beside = file.with_name("handoff.refused.md")
    until(beside.exists)
    assert "[lock.line_missing]" in beside.read_text()
    assert "only the marmalade tests" in quiet("show").out
    assert not [path for path in desk.folder.rglob("*") if path.is_file() and b"marmalade" in path.read_bytes()]
