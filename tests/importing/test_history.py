"""Histories of real repositories through the command: who wrote what, and in which revision."""

from pathlib import Path

import pytest
from django.core.management.base import CommandError

from notes.actions.notes import NoteWrite, save_note
from notes.models import Card, Event, Revision
from tests.cast import NOW, Cast
from tests.importing.desk import authors, locked, revisions, run
from tests.importing.repository import AGENT, BY_AGENT, FIRST, OPERATOR, Repository

pytestmark = pytest.mark.usefixtures("cast")
KIRAN = ("person", "Kiran Rao")
CLAUDE = ("agent", "Claude with Kiran Rao")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "shop")


def test_it_makes_each_commit_a_revision_with_its_author_and_time(repository: Repository) -> None:
    first = repository.commit("# Tender\n\n## Next\n\n- Send the bid.\n")
    second = repository.commit("# Tender\n\n## Next\n\n- Send the bid.\n- Ask for the EMD.\n", message=f"x{BY_AGENT}")
    run(repository.folder / "HANDOFF.md", git=True)
    assert authors() == [("# Tender", *KIRAN), ("- Send the bid.", *KIRAN), ("- Ask for the EMD.", *CLAUDE)]
    one, two = revisions()
    assert [(one.source, one.parent), (two.source, two.parent)] == [(first, 0), (second, 1)]
    assert FIRST <= one.written_at.timestamp() < two.written_at.timestamp()
    assert Card.objects.get().title == "Tender"


def test_it_tells_an_agent_by_its_own_name_too(repository: Repository) -> None:
    repository.commit("a\n", by=AGENT)
    repository.commit("a\nb\n", by="dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>")
    repository.commit("a\nb\nc\n", by="Unknown <unknown>")
    run(repository.folder / "HANDOFF.md", git=True)
    assert [(kind, name) for _, kind, name in authors()] == [
        ("agent", "Claude"),
        ("agent", "dependabot[bot]"),
        ("unknown", "Unknown"),
    ]


def test_it_follows_renames_and_a_move_into_a_folder(repository: Repository) -> None:
    text = "".join(f"line {number}\n" for number in range(20))
    repository.commit(text, name="NOTES.md")
    repository.git("mv", "NOTES.md", "HANDOFF.md")
    repository.commit(text + "new\n", message=f"renamed{BY_AGENT}")
    (repository.folder / "docs").mkdir()
    repository.git("mv", "HANDOFF.md", "docs/HANDOFF.md")
    repository.commit_all(message="moved")
    run(repository.folder / "docs" / "HANDOFF.md", git=True)
    assert authors("docs-HANDOFF")[-2:] == [("line 19", *KIRAN), ("new", *CLAUDE)]
    assert len(revisions("docs-HANDOFF")) == 2


def test_it_takes_the_lines_of_a_merge_from_the_side_that_has_them(repository: Repository) -> None:
    repository.commit("".join(f"{n}\n" for n in range(10)))
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit("".join(f"{n}\n" for n in range(10)) + "from the side\n", message=f"x{BY_AGENT}")
    repository.git("checkout", "--quiet", "main")
    repository.commit("on main\n" + "".join(f"{n}\n" for n in range(10)))
    repository.merge("side")
    run(repository.folder / "HANDOFF.md", git=True)
    assert authors()[0] == ("on main", *KIRAN)
    assert authors()[-1] == ("from the side", *CLAUDE)
    merge = revisions()[-1]
    assert (merge.number, merge.merged) == (4, True)


def test_it_leaves_out_merges_that_change_nothing_of_the_file(repository: Repository) -> None:
    repository.commit("a\n")
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit("x\n", name="other.txt")
    repository.git("checkout", "--quiet", "main")
    repository.commit("a\nb\n")
    repository.merge("side")
    run(repository.folder / "HANDOFF.md", git=True)
    assert [revision.text for revision in revisions()] == ["a\n", "a\nb\n"]


def test_it_follows_a_rename_on_one_side_of_a_merge(repository: Repository) -> None:
    text = "".join(f"line {number}\n" for number in range(20))
    repository.commit(text, name="NOTES.md")
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit(text + "from the side\n", message=f"x{BY_AGENT}", name="NOTES.md")
    repository.git("checkout", "--quiet", "main")
    repository.git("mv", "NOTES.md", "HANDOFF.md")
    repository.commit("on main\n" + text)
    repository.merge("side")
    said = run(repository.folder / "HANDOFF.md", git=True, compare_blame=True)
    assert authors()[-1] == ("from the side", *CLAUDE)
    assert "git blame says the same of 22 of 22 lines" in said


def test_it_treats_a_deleted_note_that_comes_back_as_new(repository: Repository) -> None:
    repository.commit("a\nb\n")
    repository.commit(None, message=f"gone{BY_AGENT}")
    repository.commit("a\nb\n", message=f"back{BY_AGENT}")
    said = run(repository.folder / "HANDOFF.md", git=True)
    assert authors() == [("a", *CLAUDE), ("b", *CLAUDE)]
    assert "agents dropped 2 of the lines that people had written:" in said
    assert "the file was emptied or deleted" in said


def test_it_counts_what_agents_changed_and_dropped_and_says_where(repository: Repository) -> None:
    repository.commit("## Next\n\n- Send the bid before 17:00 on Friday.\n- Never call the client.\n- Keep.\n")
    repository.commit("## Next\n\n- Send the bid before 18:00 on Friday.\n- Keep.\n", message=f"x{BY_AGENT}")
    said = run(repository.folder / "HANDOFF.md", git=True)
    assert "agents changed 1, dropped 1 of the lines that people had written:" in said
    assert f"changed: “Next”, line 2, by Kiran Rao (r1-2), in revision 2 ({repository.head[:10]}" in said
    assert "dropped: “Next”, line 3, by Kiran Rao (r1-3), in revision 2" in said
    assert "agents changed 1 and dropped 1 lines that people had written" in said.splitlines()[-1]


def test_it_does_not_blame_a_merge_for_what_one_side_took_away(repository: Repository) -> None:
    repository.commit("".join(f"{n}\n" for n in range(10)))
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit("".join(f"{n}\n" for n in range(9)))
    repository.git("checkout", "--quiet", "main")
    repository.commit("on main\n" + "".join(f"{n}\n" for n in range(10)))
    repository.merge("side", "on main\n" + "".join(f"{n}\n" for n in range(9)), by=AGENT)
    assert "agents" not in run(repository.folder / "HANDOFF.md", git=True).split("versions")[0]


def test_it_sees_what_an_agents_merge_throws_away(repository: Repository) -> None:
    repository.commit("a\n")
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit("a\nonly on the side\n")
    repository.git("checkout", "--quiet", "main")
    repository.commit("b\na\n")
    repository.merge("side", "b\na\n", by=AGENT)
    said = run(repository.folder / "HANDOFF.md", git=True)
    assert "agents dropped 1 of the lines that people had written:" in said
    assert authors() == [("b", *KIRAN), ("a", *KIRAN)]


def test_it_locks_nothing_unless_it_is_asked_to(repository: Repository) -> None:
    repository.commit("by a person\n")
    path = repository.folder / "HANDOFF.md"
    run(path, git=True)
    assert locked() == []
    run(path, git=True, lock=True)
    assert locked() == ["by a person"]
    run(path, git=True)
    assert locked() == ["by a person"]
    assert Card.objects.get().locks_version == 1


def test_it_imports_nothing_twice_and_appends_what_is_new(repository: Repository) -> None:
    repository.commit("a\n")
    path = repository.folder / "HANDOFF.md"
    run(path, git=True)
    assert "nothing new" in run(path, git=True)
    repository.commit("a\nb\n", message=f"x{BY_AGENT}")
    run(path, git=True)
    assert [revision.number for revision in revisions()] == [1, 2]
    assert authors() == [("a", *KIRAN), ("b", *CLAUDE)]
    assert Event.objects.filter(verb="note.imported").count() == 2


def test_it_appends_a_side_that_was_merged_since_with_its_own_parent(repository: Repository) -> None:
    repository.commit("".join(f"{n}\n" for n in range(10)))
    repository.git("checkout", "--quiet", "-b", "side")
    repository.commit("".join(f"{n}\n" for n in range(10)) + "side\n", message=f"x{BY_AGENT}")
    repository.git("checkout", "--quiet", "main")
    repository.commit("main\n" + "".join(f"{n}\n" for n in range(10)))
    path = repository.folder / "HANDOFF.md"
    run(path, git=True)
    repository.merge("side")
    run(path, git=True)
    assert [(revision.number, revision.parent) for revision in revisions()] == [(1, 0), (2, 1), (3, 1), (4, 2)]
    assert authors()[-1] == ("side", *CLAUDE)


def test_it_finds_the_card_of_a_file_that_was_renamed_since(repository: Repository) -> None:
    text = "".join(f"line {number}\n" for number in range(20))
    repository.commit(text)
    run(repository.folder / "HANDOFF.md", git=True)
    repository.git("mv", "HANDOFF.md", "NOTES.md")
    repository.commit(text + "more\n", name="NOTES.md")
    run(repository.folder / "NOTES.md", git=True)
    assert Card.objects.count() == 1
    assert len(revisions()) == 2


def test_it_keeps_two_files_of_one_commit_apart(repository: Repository) -> None:
    repository.write("one\n", "a.md")
    repository.commit("two\n", name="b.md")
    run(repository.folder, git=True)
    assert "nothing new" in run(repository.folder, git=True)
    assert sorted(Revision.objects.values_list("card__key", "text")) == [("a", "one\n"), ("b", "two\n")]


def test_it_leaves_a_card_alone_that_was_edited_on_the_desk(repository: Repository, cast: Cast) -> None:
    repository.commit("a\n")
    path = repository.folder / "HANDOFF.md"
    run(path, git=True)
    write_on_the_desk(cast, "a\nby hand\n")
    assert "nothing new" in run(path, git=True)
    repository.commit("a\nb\n")
    with pytest.raises(CommandError):
        run(path, git=True)
    assert [revision.text for revision in revisions()] == ["a\n", "a\nby hand\n"]


def test_it_refuses_a_history_that_was_rewritten(repository: Repository) -> None:
    repository.commit("a\n")
    repository.commit("a\nb\n")
    path = repository.folder / "HANDOFF.md"
    run(path, git=True)
    repository.git("reset", "--quiet", "--hard", "HEAD~1")
    repository.commit("a\nc\n")
    with pytest.raises(CommandError):
        run(path, git=True)
    assert len(revisions()) == 2


def test_it_takes_authors_from_a_list_of_ones_own(repository: Repository, tmp_path: Path) -> None:
    repository.commit("a\n", by="Night Builder <builder@ci.shop.example>")
    agents = tmp_path / "agents"
    agents.write_text("# ours\nBuilder: *<builder@ci.shop.example>\n")
    run(repository.folder / "HANDOFF.md", git=True, agents=agents)
    assert authors() == [("a", "agent", "Builder")]


def test_it_says_that_nobody_knows_what_a_shallow_clone_cut_off(repository: Repository, tmp_path: Path) -> None:
    repository.commit("a\n")
    repository.commit("a\nb\n")
    repository.commit("a\nb\nc\n", by=OPERATOR)
    clone = tmp_path / "clone"
    repository.git("clone", "--quiet", "--depth=2", f"file://{repository.folder}", str(clone))
    said = run(clone / "HANDOFF.md", git=True)
    assert [kind for _, kind, _ in authors()] == ["unknown", "unknown", "person"]
    assert "shallow clone" in said


def write_on_the_desk(cast: Cast, text: str) -> None:
    card = Card.objects.get(key="HANDOFF")
    save_note(card=card, by=cast.actor(cast.operator), now=NOW, write=NoteWrite(text))
