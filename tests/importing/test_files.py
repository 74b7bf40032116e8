"""Files without their history: which, as what, and again."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from notes.actions.notes import NoteWrite, save_note
from notes.management.importing.files import key_of, title_of
from notes.models import Card, Fact, Revision
from tests.cast import NOW, Cast
from tests.importing.desk import authors, locked, revisions, run
from tests.importing.repository import Repository

pytestmark = pytest.mark.usefixtures("cast")
SIX = {
    "goal": "Send the bid",
    "done": ["Read the tender"],
    "must_carry": {"EMD": "Rs 15,00,000"},
    "open_questions": [],
    "next_action": "Upload it",
    "sources": {"EMD": "tender.pdf, page 4"},
}


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_it_makes_one_revision_by_nobody_known(tmp_path: Path) -> None:
    run(write(tmp_path / "HANDOFF.md", "# Tender\n\n- a\n"), lock=True)
    assert authors() == [("# Tender", "unknown", "unknown"), ("- a", "unknown", "unknown")]
    assert locked() == []
    assert Card.objects.get().title == "Tender"


def test_it_takes_a_folder_and_of_its_json_files_those_that_are_notes(tmp_path: Path) -> None:
    write(tmp_path / "a.md", "one\n")
    write(tmp_path / "deep" / "b.MD", "two\n")
    write(tmp_path / "six.json", json.dumps(SIX))
    write(tmp_path / "package.json", '{"name": "x"}')
    write(tmp_path / "image.png", b"\x89PNG")
    write(tmp_path / "node_modules" / "c.md", "three\n")
    os.symlink(tmp_path / "a.md", tmp_path / "link.md")
    run(tmp_path)
    assert sorted(Card.objects.values_list("key", "format")) == [
        ("a", "free"),
        ("deep-b", "free"),
        ("six", "six_fields"),
    ]


def test_the_facts_of_a_note_with_six_fields_come_along(tmp_path: Path) -> None:
    run(write(tmp_path / "six.json", json.dumps(SIX)))
    assert list(Fact.objects.values_list("name", "value", "source")) == [("EMD", "Rs 15,00,000", "tender.pdf, page 4")]


def test_it_imports_a_file_again_only_when_it_changed(tmp_path: Path) -> None:
    path = write(tmp_path / "HANDOFF.md", "a\n")
    run(path)
    assert "nothing new" in run(path)
    write(path, "a\nb\n")
    run(path)
    write(path, "a\n")
    run(path)
    assert [revision.text for revision in revisions()] == ["a\n", "a\nb\n", "a\n"]


def test_it_leaves_alone_what_was_edited_on_the_desk_since(tmp_path: Path, cast: Cast) -> None:
    path = write(tmp_path / "HANDOFF.md", "a\n")
    run(path)
    save_note(card=Card.objects.get(), by=cast.actor(cast.operator), now=NOW, write=NoteWrite("a\nby hand\n"))
    assert "nothing new" in run(path)
    with pytest.raises(CommandError):
        run(write(path, "a\nb\n"))
    assert len(revisions()) == 2


def test_two_files_of_one_name_get_cards_of_their_own(tmp_path: Path) -> None:
    run(write(tmp_path / "x" / "HANDOFF.md", "one\n"))
    run(write(tmp_path / "y" / "HANDOFF.md", "two\n"))
    run(write(tmp_path / "y" / "HANDOFF.md", "two\nmore\n"))
    assert [len(revisions("HANDOFF")), len(revisions("HANDOFF-2"))] == [1, 2]


def test_the_history_goes_on_in_the_card_of_the_file(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.commit("a\n")
    run(tmp_path / "HANDOFF.md")
    run(tmp_path / "HANDOFF.md", git=True)
    assert [revision.author_kind for revision in revisions()] == ["unknown", "person"]


def test_it_says_that_a_byte_order_mark_was_dropped(tmp_path: Path) -> None:
    assert "byte-order mark" in run(write(tmp_path / "a.md", b"\xef\xbb\xbfa\n"))


def test_the_key_and_the_format_can_be_said(tmp_path: Path) -> None:
    run(write(tmp_path / "a.md", "## A\nb\n"), key="SHOP-1", format="free")
    assert Card.objects.get().key == "SHOP-1"


REFUSED = [
    ("empty.md", b"", {}),
    ("latin.md", "naïve".encode("latin-1"), {}),
    ("a.md", b"a\n", {"key": "no key!"}),
    ("a.md", b"a\n", {"format": "six_fields"}),
    ("a.md", b"a\n", {"git": True}),
]


@pytest.mark.parametrize(("name", "content", "options"), REFUSED)
def test_it_says_no_to_a_file_that_was_named_and_cannot_be_imported(
    tmp_path: Path, name: str, content: bytes, options: dict[str, object]
) -> None:
    with pytest.raises(CommandError, match="Not all files that were named could be imported"):
        run(write(tmp_path / name, content), **options)
    assert not Card.objects.exists()


def test_it_goes_on_with_the_other_files_of_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "a.md", b"\xff\xfe")
    write(tmp_path / "b.md", "b\n")
    said = run(tmp_path)
    assert "a.md: not imported." in said
    assert "1 note, 1 new revision; 1 file not imported" in said


def test_it_does_not_write_into_a_card_with_another_note(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop")
    repository.commit("a\n")
    run(repository.folder / "HANDOFF.md", git=True)
    other = Repository(tmp_path / "other")
    other.commit("b\n")
    with pytest.raises(CommandError):
        run(other.folder / "HANDOFF.md", git=True, key="HANDOFF")
    assert len(revisions()) == 1


@pytest.mark.parametrize("options", [{"project": "nowhere"}, {"key": "one-for-two"}, {"agents": Path("/nowhere")}])
def test_it_says_what_is_wrong_with_the_command(tmp_path: Path, options: dict[str, object]) -> None:
    write(tmp_path / "a.md", "a\n")
    write(tmp_path / "b.md", "b\n")
    with pytest.raises(CommandError):
        run(tmp_path, **options)
    with pytest.raises(CommandError, match="does not exist"):
        run(tmp_path / "gone.md")


KEYS = [
    ("HANDOFF.md", "HANDOFF"),
    ("docs/notes/Hand off.md", "docs-notes-Hand-off"),
    (".claude/HANDOFF.md", "claude-HANDOFF"),
    ("--weird--.md", "weird"),
    ("Café.md", "Cafe"),
    ("a" * 200 + ".md", "a" * 80),
    ("అప్పగింత.md", "note-"),
]


@pytest.mark.parametrize(("name", "key"), KEYS)
def test_it_makes_a_valid_key_of_any_path(name: str, key: str) -> None:
    assert key_of(name).startswith(key)
    assert Card._meta.get_field("key").clean(key_of(name), None) == key_of(name)


TITLES = [
    ("# Tender\n\n## Next\n", "Tender"),
    ("## Next\n\n# Late\n", "Next"),
    ("Tender\n======\n", "Tender"),
    ("---\ntitle: x\n---\n\n# Real\n", "Real"),
    ("```\n# code\n```\n", "HANDOFF"),
    ("words\n", "HANDOFF"),
    ("# " + "x" * 300, "x" * 200),
    ("# ghp_" + "a1B2" * 10, "HANDOFF"),
]


@pytest.mark.parametrize(("text", "title"), TITLES)
def test_it_takes_the_title_from_the_first_heading(text: str, title: str) -> None:
    assert title_of(text, "HANDOFF.md") == title


@pytest.mark.parametrize("name", ["--output=x.md", "a\nb.md", ":(top)x.md", "*.md", "ü.md", "a\tb.md", '"q".md'])
def test_it_takes_file_names_as_they_are(tmp_path: Path, name: str) -> None:
    repository = Repository(tmp_path)
    repository.commit("first\n", name=name)
    repository.commit("first\nsecond\n", name=name)
    run(tmp_path / name, git=True)
    assert Revision.objects.count() == 2


def test_it_takes_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    (tmp_path / os.fsdecode(b"\xff.md")).write_text("a\n")
    repository.commit_all()
    run(tmp_path, git=True)
    assert Revision.objects.count() == 1


def test_it_reads_what_a_history_can_hold(tmp_path: Path) -> None:
    """Binary, other encodings, links, nothing at all, other modes, line ends."""
    repository = Repository(tmp_path)
    path = tmp_path / "HANDOFF.md"
    repository.commit("a\n")
    repository.commit(b"\x89PNG\xff\0")
    repository.commit("naïve\n".encode("latin-1"))
    path.unlink()
    path.symlink_to("elsewhere")
    repository.commit_all()
    path.unlink()
    repository.commit("a\nb\n")
    path.chmod(0o755)
    repository.commit_all()
    repository.commit(b"\xef\xbb\xbfa\r\nb\r\n")
    said = run(path, git=True, compare_blame=True)
    assert [revision.text for revision in revisions()] == ["a\n", "a\nb\n"]
    assert said.count("left out ") == 3
    assert "no reason found" not in said


def test_it_is_not_led_astray_by_an_outer_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository = Repository(tmp_path / "shop")
    repository.commit("a\n")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    run(repository.folder / "HANDOFF.md", git=True)
    assert Revision.objects.count() == 1


def test_it_tells_what_is_not_committed(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    path = repository.folder / "HANDOFF.md"
    with pytest.raises(CommandError):
        run(repository.write("a\n"), git=True)
    repository.commit("a\n")
    path.write_text("a\nb\n")
    assert "changes that are not committed" in run(path, git=True)
    with pytest.raises(CommandError):
        run(write(tmp_path / "new.md", "x\n"), git=True)


def test_it_keeps_no_secret_of_a_history(tmp_path: Path) -> None:
    token = "ghp_" + "a1B2" * 10
    repository = Repository(tmp_path)
    repository.commit(f"a\n{token}\n")
    repository.commit(f"a\n{token}\nb\n")
    said = run(tmp_path / "HANDOFF.md", git=True)
    assert said.count("it holds what looks like a GitHub token") == 1
    assert token not in said
    assert not Revision.objects.filter(text__contains="ghp_").exists()


def test_a_message_in_another_encoding_does_no_harm(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.write("a\n")
    repository.git("add", "--all")
    subprocess.run(
        ["git", "-C", str(tmp_path), "-c", "user.name=K", "-c", "user.email=k@shop.example", "commit", "-qF", "-"],
        input=b"\xff\xfe broken\n\nCo-authored-by: Claude <noreply@anthropic.com>\n",
        check=True,
    )
    run(tmp_path / "HANDOFF.md", git=True)
    assert authors() == [("a", "agent", "Claude with K")]
