"""What someone else's folder or repository can hold: traps that would run, and files that never end."""

import json
import os
import socket
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from notes.management.importing import files, git
from notes.management.importing.pasts import ENOUGH
from notes.models import Card, Revision
from tests.importing.desk import authors, revisions, run
from tests.importing.repository import Repository

pytestmark = pytest.mark.usefixtures("cast")
TRAPS = (
    *("core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.alternateRefsCommand", "core.askPass"),
    *("core.gitProxy", "credential.helper", "sequence.editor", "gpg.program", "gpg.ssh.program", "gpg.x509.program"),
    *("diff.external", "diff.evil.command", "diff.evil.textconv", "merge.evil.driver", "pager.log", "pager.blame"),
    *("filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "uploadpack.packObjectsHook"),
    *("alias.log", "alias.blame", "remote.origin.uploadpack"),
)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Three versions, the last of them a merge that was settled by hand."""
    repository = Repository(tmp_path / "shop")
    repository.write("*.md filter=evil diff=evil merge=evil\n", ".gitattributes")
    repository.commit("a\nb\nc\n")
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit("a\nside\nc\n")
    repository.git("checkout", "--quiet", "main")
    repository.commit("a\nmain\nc\n")
    repository.merge("side", "a\nboth\nc\n")
    return repository


@pytest.fixture
def sprung(tmp_path: Path, repository: Repository) -> Path:
    """The file that is there once any of the repository's own commands has run."""
    trap, sprung = tmp_path / "trap.sh", tmp_path / "sprung"
    trap.write_text(f"#!/bin/sh\ntouch {sprung}\nexit 1\n")
    trap.chmod(0o755)
    for name in TRAPS:
        repository.git("config", name, str(trap))
    for name in ("post-index-change", "reference-transaction", "pre-auto-gc"):
        hook = repository.folder / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(trap.read_text())
        hook.chmod(0o755)
    return sprung


@pytest.mark.parametrize("merges", ["separate", "remerge", "dense-combined"])
def test_nothing_of_a_repository_runs(repository: Repository, sprung: Path, merges: str) -> None:
    for name, value in (("log.showSignature", "true"), ("log.diffMerges", merges), ("diff.submodule", "log")):
        repository.git("config", name, value)
    said = run(repository.folder / "HANDOFF.md", git=True, compare_blame=True)
    assert "git blame says the same of 3 of 3 lines" in said
    assert len(revisions()) == 4
    assert not sprung.exists()


@pytest.mark.parametrize("knows_no_lazy_fetch", [True, False])
def test_nothing_is_fetched_into_a_partial_clone(
    repository: Repository, sprung: Path, knows_no_lazy_fetch: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Older versions of git do not know GIT_NO_LAZY_FETCH."""
    if not knows_no_lazy_fetch:
        monkeypatch.delitem(git._ENVIRONMENT, "GIT_NO_LAZY_FETCH")
    blob = repository.git("rev-parse", "HEAD^:HANDOFF.md")
    for name, value in (
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", f"ext::touch {sprung}"),
        ("protocol.ext.allow", "always"),
    ):
        repository.git("config", name, value)
    (repository.folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    said = run(repository.folder / "HANDOFF.md", git=True)
    assert "The repository does not hold this version." in said
    assert not sprung.exists()


def test_only_what_is_committed_counts_beside_a_note(repository: Repository) -> None:
    repository.commit("Asha <asha@shop.example> <kiran@shop.example>\n", name=".mailmap")
    for name in (".mailmap", ".gitattributes"):
        (repository.folder / name).unlink()
        os.mkfifo(repository.folder / name)
    elsewhere = repository.folder / "pipe"
    os.mkfifo(elsewhere)
    for name in ("mailmap.file", "core.attributesFile", "diff.orderFile", "blame.ignoreRevsFile"):
        repository.git("config", name, str(elsewhere))
    run(repository.folder / "HANDOFF.md", git=True, compare_blame=True)
    assert {name for _, _, name in authors()} == {"Asha"}


def test_it_reads_the_history_of_a_linked_work_tree_in_a_folder(repository: Repository, tmp_path: Path) -> None:
    repository.commit("a\n", name="docs/NOTES.md")
    repository.git("worktree", "add", "--quiet", str(tmp_path / "linked"))
    run(tmp_path / "linked" / "docs" / "NOTES.md", git=True, compare_blame=True)
    assert len(revisions("docs-NOTES")) == 1


def test_it_takes_no_file_from_within_git_itself(repository: Repository) -> None:
    (repository.folder / ".git" / "HANDOFF.md").write_text("a\n")
    with pytest.raises(CommandError):
        run(repository.folder / ".git" / "HANDOFF.md", git=True)


@pytest.mark.parametrize("name", ["pipe.md", "pipe.json"])
def test_it_passes_over_pipes_and_sockets_in_a_folder(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    os.mkfifo(name)
    (tmp_path / "a.md").write_text("a\n")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.md")
        run(tmp_path)
    assert list(Card.objects.values_list("key", flat=True)) == ["a"]


@pytest.mark.parametrize("git", [True, False])
@pytest.mark.parametrize("name", ["pipe.md", "/dev/zero", "to-zero.md"])
def test_it_says_no_to_what_is_no_regular_file(tmp_path: Path, name: str, git: bool) -> None:
    repository = Repository(tmp_path)
    repository.commit("a\n", name="pipe.md")
    (tmp_path / "pipe.md").unlink()
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "to-zero.md").symlink_to("/dev/zero")
    with pytest.raises(CommandError, match="Not all files that were named could be imported"):
        run(tmp_path / name, git=git)
    assert not Revision.objects.exists()


def test_it_does_not_wait_for_a_pipe_that_took_the_place_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "a.md")
    monkeypatch.setattr(Path, "is_file", lambda path: True)
    with pytest.raises(OSError, match="no regular file"):
        files.read(tmp_path / "a.md")


@pytest.mark.parametrize("name", ["large.json", "large.md"])
def test_it_reads_no_more_of_a_file_than_a_note_may_have(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(json.dumps({"goal": "x"}))
    os.truncate(path, 1 << 33)  # a hole of eight gibibytes
    assert len(files.read(path)) == ENOUGH
    assert ("larger than a note may be" in run(tmp_path)) == (name == "large.md")
    with pytest.raises(CommandError):
        run(path)
