"""The file in a work tree: whole or not there, out of git, and no link leads anywhere else."""

import os
import stat
from pathlib import Path

import pytest

from handoff_agent.runner.note_file import NAME, NoteFile, Unusable
from handoff_agent.runner.replacing import LARGEST, Changed
from handoff_agent.work_tree import WorkTree, work_tree
from tests.agent.runner.work_trees import git, new_tree

NOTE = "## Goal\nशिप it\n"


@pytest.fixture
def tree(tmp_path: Path) -> WorkTree:
    found = work_tree(new_tree(tmp_path / "work"))
    assert found
    return found


@pytest.fixture
def file(tree: WorkTree) -> NoteFile:
    return NoteFile(tree)


def write(file: NoteFile, text: str) -> None:
    file.replace(text, file.state())


def read(file: NoteFile) -> str | None:
    return file.seen().text


def test_what_is_written_is_read_again_and_git_does_not_see_it(file: NoteFile, tree: WorkTree) -> None:
    assert (read(file), file.state()) == (None, None)
    write(file, NOTE)
    write(file, NOTE)
    assert read(file) == NOTE
    assert (tree.top / NAME).read_bytes() == NOTE.encode()
    assert file.state() == file.state()
    assert git(tree.top, "status", "--porcelain") == ""
    assert (tree.git / "info" / "exclude").read_text().count("/.agentdock/") == 1
    assert [path.name for path in (tree.top / NAME).parent.iterdir()] == ["handoff.md"]


def test_in_a_second_work_tree_of_a_clone_it_is_kept_out_of_git_too(tree: WorkTree, tmp_path: Path) -> None:
    git(tree.top, "commit", "-q", "--allow-empty", "-m", "first")
    git(tree.top, "worktree", "add", "-q", str(tmp_path / "other"))
    other = work_tree(tmp_path / "other")
    assert other
    write(NoteFile(other), NOTE)
    assert git(other.top, "status", "--porcelain") == ""


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755])
def test_it_keeps_its_permissions(file: NoteFile, tree: WorkTree, mode: int) -> None:
    write(file, NOTE)
    (tree.top / NAME).chmod(mode)
    write(file, "## Goal\nelse\n")
    assert stat.S_IMODE((tree.top / NAME).stat().st_mode) == mode


def test_another_name_is_possible_and_nothing_else_is_kept_out_of_git(tree: WorkTree) -> None:
    (tree.git / "info" / "exclude").write_bytes(b"caf\xe9")
    file = NoteFile(tree, "docs/HANDOFF.md")
    write(file, NOTE)
    file.refuse("why")
    assert (tree.top / "docs" / "HANDOFF.md").read_text() == NOTE
    (tree.top / "docs" / "guide.md").write_text("mine\n")
    assert git(tree.top, "status", "--porcelain", "-uall").split() == ["??", "docs/guide.md"]
    excluded = (tree.git / "info" / "exclude").read_bytes()
    assert excluded == b"caf\xe9\n/docs/HANDOFF.md\n/docs/HANDOFF.refused.md\n"


def test_a_list_of_excluded_files_that_is_a_link_is_not_written(file: NoteFile, tree: WorkTree, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("")
    (tree.git / "info" / "exclude").unlink()
    (tree.git / "info" / "exclude").symlink_to(tmp_path / "outside")
    with pytest.raises(Unusable):
        write(file, NOTE)
    assert (tmp_path / "outside").read_text() == ""


@pytest.mark.parametrize("name", ["", "/etc/passwd", "../handoff.md", "a/../../b.md", ".git/config", "a/.git/x"])
def test_a_name_that_leads_elsewhere_is_no_place(tree: WorkTree, name: str) -> None:
    with pytest.raises(Unusable):
        NoteFile(tree, name)


@pytest.mark.parametrize("where", ["folder", "file", "folder inside", "dangling"])
def test_no_link_is_followed(file: NoteFile, tree: WorkTree, tmp_path: Path, where: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "handoff.md").write_text("secret of another place\n")
    at = tree.top / ".agentdock"
    if where == "folder":
        at.symlink_to(outside)
    elif where == "folder inside":
        (tree.top / "real").mkdir()
        at.symlink_to(tree.top / "real")
    else:
        at.mkdir()
        (at / "handoff.md").symlink_to(outside / ("handoff.md" if where == "file" else "nothing.md"))
    with pytest.raises((Unusable, OSError)):
        read(file)
    if where.startswith("folder"):
        with pytest.raises(Unusable):
            write(file, NOTE)
        assert sorted(path.name for path in outside.iterdir()) == ["handoff.md"]
    else:
        # The link itself makes room for the note.
        write(file, NOTE)
        assert read(file) == NOTE
    assert (outside / "handoff.md").read_text() == "secret of another place\n"
    assert not (outside / "nothing.md").exists()


@pytest.mark.parametrize("content", [b"\xff\xfe", b"x" * (LARGEST + 1)])
def test_what_is_no_text_is_said_to_be_none(file: NoteFile, tree: WorkTree, content: bytes) -> None:
    write(file, NOTE)
    (tree.top / NAME).write_bytes(content)
    with pytest.raises(Unusable):
        read(file)


def test_a_pipe_in_its_place_does_not_hang(file: NoteFile, tree: WorkTree) -> None:
    (tree.top / ".agentdock").mkdir()
    os.mkfifo(tree.top / NAME)
    with pytest.raises(Unusable, match="is no file"):
        read(file)


def test_a_folder_in_its_place_costs_no_handle(file: NoteFile, tree: WorkTree) -> None:
    (tree.top / NAME).mkdir(parents=True)
    before = sorted(os.listdir("/dev/fd"))
    for _ in range(20):
        with pytest.raises(Unusable, match="is no file"):
            read(file)
    assert sorted(os.listdir("/dev/fd")) == before


def test_it_says_why_it_cannot_be_read(file: NoteFile, tree: WorkTree) -> None:
    write(file, NOTE)
    (tree.top / NAME).write_bytes(b"abc\xff")
    with pytest.raises(Unusable, match="is not UTF-8: byte 3 does not fit"):
        read(file)
    (tree.top / NAME).unlink()
    (tree.top / NAME).symlink_to(tree.top / "elsewhere")
    with pytest.raises(Unusable, match="it is a link, which is not followed"):
        read(file)


def test_a_pipe_in_place_of_the_list_of_excluded_files_is_a_reason(file: NoteFile, tree: WorkTree) -> None:
    (tree.git / "info" / "exclude").unlink(missing_ok=True)
    (tree.git / "info").mkdir(exist_ok=True)
    os.mkfifo(tree.git / "info" / "exclude")
    with pytest.raises(Unusable, match="cannot be written: it is no file"):
        write(file, NOTE)


def test_where_there_is_no_git_folder_any_more_nothing_is_written(file: NoteFile, tree: WorkTree) -> None:
    tree.git.rename(tree.top.parent / "away")
    with pytest.raises(Unusable, match="cannot be written"):
        write(file, NOTE)
    assert list(tree.top.iterdir()) == []


def test_it_is_replaced_only_as_it_was_seen(file: NoteFile, tree: WorkTree) -> None:
    written, old = file.replace(NOTE, None)
    assert (file.seen(), old) == ((NOTE, written), None)
    (tree.top / NAME).write_text(f"{NOTE}- more\n")
    with pytest.raises(Changed):
        file.replace("mine\n", written)
    assert read(file) == f"{NOTE}- more\n"
    assert file.replace("mine\n", file.seen().state).old
    assert read(file) == "mine\n"
    assert [path.name for path in (tree.top / NAME).parent.iterdir()] == ["handoff.md"]


def test_the_old_file_is_kept_open_for_what_comes_into_it(file: NoteFile, tree: WorkTree) -> None:
    write(file, NOTE)
    with (tree.top / NAME).open("a") as opened_before:
        old = file.replace("mine\n", file.seen().state).old
        assert old
        before = old.state()
        opened_before.write("- and this\n")
        opened_before.flush()
    assert old.state() != before
    assert old.text() == f"{NOTE}- and this\n"
    assert read(file) == "mine\n"


def test_what_stands_in_its_place_and_is_no_file_is_not_kept_open(file: NoteFile, tree: WorkTree) -> None:
    before = sorted(os.listdir("/dev/fd"))
    (tree.top / ".agentdock").mkdir()
    for _ in range(5):
        os.mkfifo(tree.top / NAME)
        assert file.replace(NOTE, file.state()).old is None
        (tree.top / NAME).unlink()
        assert file.replace(NOTE, None).old is None
        assert file.replace("mine\n", file.state()).old
        (tree.top / NAME).unlink()
    assert sorted(os.listdir("/dev/fd")) == before


def test_a_folder_that_cannot_be_made_is_a_reason(file: NoteFile, tree: WorkTree) -> None:
    (tree.top / ".agentdock").write_text("a file\n")
    with pytest.raises(Unusable, match=r"cannot be written"):
        file.replace(NOTE, None)


def test_what_was_refused_stands_beside_it_until_it_is_taken_away(file: NoteFile, tree: WorkTree) -> None:
    file.refuse(None)
    file.refuse("why")
    beside = tree.top / ".agentdock" / "handoff.refused.md"
    assert beside.read_text() == "why"
    file.refuse(None)
    assert not beside.exists()
