"""One work tree whose desk is stood in for, so that an answer can be lost in any moment."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from handoff_agent.client import Answer, Call
from handoff_agent.ended import Away
from handoff_agent.runner import olds, shared_file
from handoff_agent.runner import tree as trees
from handoff_agent.runner.note_file import NoNote, NoteFile
from handoff_agent.runner.tree import Tree
from handoff_agent.work_tree import work_tree
from tests.agent.runner.work_trees import new_tree

NOTE = "## Goal\nShip it\n"
MERGED = f"{NOTE}- of another\n- mine\n"
LOCKED = {"problems": [{"code": "lock.line_missing", "says": "A person wrote it."}], "repaired": NOTE}


class Desk:
    """Answers in order, whatever is asked; an Away is raised. What a card looks like it always knows."""

    project = "shop"
    desk = SimpleNamespace(url="http://desk.test")

    def __init__(self, *answers: tuple[int, dict[str, Any]] | Away) -> None:
        self.answers = list(answers)
        self.calls: list[Call] = []

    def on_card(self, *parts: str) -> str:
        return "/".join(parts)

    def heard(self, call: Call) -> Answer:
        if call.path == "TREE-1":
            return Answer(200, json.dumps({"format": "free"}))
        self.calls.append(call)
        answer = self.answers.pop(0)
        if isinstance(answer, Away):
            raise answer
        return Answer(answer[0], json.dumps(answer[1]))

    @property
    def asked(self) -> list[str]:
        return [f"{call.method} {call.path}" for call in self.calls]


Make = Callable[..., tuple[Tree, Desk]]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    monkeypatch.setenv("HANDOFF_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setattr(shared_file, "SECONDS_AT_REST", 0)
    monkeypatch.setattr(olds, "SECONDS_AT_REST", 0)
    monkeypatch.setattr(trees, "SECONDS_BETWEEN_CHECKS", 0)
    top = new_tree(tmp_path / "work")

    def made(*answers: tuple[int, dict[str, Any]] | Away) -> tuple[Tree, Desk]:
        """A tree that has revision 1, and then hears these answers."""
        found = work_tree(top)
        assert found
        desk = Desk((200, {"text": NOTE, "revision": 1, "format": "free"}), *answers)
        tree = Tree(desk, "TREE-1", NoteFile(found))  # type: ignore[arg-type]
        tree.moved_to(1)
        tree.look()
        assert text_in(tree) == NOTE
        desk.calls.clear()
        return tree, desk

    return made


def text_in(tree: Tree) -> str | None:
    return tree.file.seen().text


def write(tree: Tree, text: str) -> None:
    tree.file.shown.write_text(text)


@pytest.mark.parametrize("how", ["merged", "restored"])
def test_where_the_desk_made_another_text_of_it_nothing_is_sent_before_that_is_here(make: Make, how: str) -> None:
    tree, desk = make(
        (200, {"revision": 3, how: True}),
        Away("the connection was cut"),
        (200, {"text": MERGED, "revision": 3, "format": "free"}),
        (200, {"revision": 4}),
    )
    write(tree, f"{NOTE}- mine\n")
    with pytest.raises(Away):
        tree.look()
    tree.connected()
    tree.moved_to(3)
    write(tree, f"{NOTE}- mine\n- and more\n")
    tree.look()
    assert text_in(tree) == f"{MERGED}- and more\n"
    tree.look()
    assert desk.asked == ["PUT TREE-1/note", "GET TREE-1/note", "GET TREE-1/note", "PUT TREE-1/note"]
    assert json.loads(desk.calls[-1].body or "")["text"] == f"{MERGED}- and more\n"


def test_what_was_turned_down_is_sent_again_once_the_desk_would_take_it(make: Make) -> None:
    tree, desk = make((423, LOCKED), (200, {"ok": False}), (200, {"ok": True}), (200, {"revision": 2}))
    write(tree, "## Goal\nShip\n")
    for _ in range(2):
        tree.look()
        assert tree.file.is_refused()
    tree.look()
    assert desk.asked == ["PUT TREE-1/note", *["POST TREE-1/note/check"] * 2, "PUT TREE-1/note"]
    assert not tree.file.is_refused()
    first, again = desk.calls[0], desk.calls[-1]
    assert (first.body, first.key == again.key) == (again.body, False)


def test_it_is_asked_for_now_and_then_only(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    tree, desk = make((423, LOCKED))
    monkeypatch.setattr(trees, "SECONDS_BETWEEN_CHECKS", 3600)
    write(tree, "## Goal\nShip\n")
    for _ in range(5):
        tree.look()
    assert desk.asked == ["PUT TREE-1/note"]


def test_an_answer_that_was_lost_is_asked_for_with_the_same_call(make: Make) -> None:
    tree, desk = make(Away("it took too long"), (423, LOCKED))
    write(tree, "## Goal\nShip\n")
    with pytest.raises(Away):
        tree.look()
    tree.look()
    assert desk.calls[0] == desk.calls[1]


def test_a_save_that_is_handed_over_again_is_answered_again_and_written_once(make: Make) -> None:
    tree, _ = make()
    save = {"id": 7, "text": MERGED}
    first = tree.apply(save)
    write(tree, f"{MERGED}- written since\n")
    assert tree.apply(save) == first
    assert text_in(tree) == f"{MERGED}- written since\n"


SAVE = {"id": 7, "text": "## Goal\n- a person's\nShip it\n", "format": "free"}


def killed_while_it_applies(tree: Tree, monkeypatch: pytest.MonkeyPatch, *, stood: bool) -> Tree:
    """The next process, on the same work tree and state; the text `stood` in the file already, or not yet."""
    put_in = Tree._put_in

    def die(tree: Tree, wanted: str, **base: Any) -> None:
        if stood:
            put_in(tree, wanted, **base)
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(Tree, "_put_in", die)
        with pytest.raises(SystemExit):
            tree.apply(SAVE)
    return Tree(tree.desk, tree.card, NoteFile(tree.file.tree))


@pytest.mark.parametrize("stood", [True, False])
def test_killed_while_a_save_is_put_in_it_never_takes_the_persons_lines_for_an_agents(
    make: Make, monkeypatch: pytest.MonkeyPatch, stood: bool
) -> None:
    newest = (200, {"text": f"{NOTE}- another's\n", "revision": 2, "format": "free"})
    tree, desk = make(newest)
    tree = killed_while_it_applies(tree, monkeypatch, stood=stood)
    # Nobody waits for that save any more.
    tree.moved_to(2)
    tree.look()
    assert text_in(tree) == f"{NOTE}- another's\n"
    assert [call for call in desk.asked if call.startswith("PUT")] == []


def test_killed_while_a_save_is_put_in_it_does_so_when_it_is_handed_over_again(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree, _ = make()
    tree = killed_while_it_applies(tree, monkeypatch, stood=False)
    assert tree.apply(SAVE)["applied"] == 7
    assert text_in(tree) == SAVE["text"]


def test_a_file_that_is_being_written_is_let_rest_before_a_save_takes_its_place(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree, _ = make()
    monkeypatch.setattr(shared_file, "SECONDS_AT_REST", 0.4)
    write(tree, "## Go")
    whole = f"{NOTE}- the agent's\n"

    def go_on(_: float) -> None:
        write(tree, whole)
        monkeypatch.setattr(shared_file, "SECONDS_AT_REST", 0)

    monkeypatch.setattr("handoff_agent.runner.shared_file.time.sleep", go_on)
    assert tree.apply(SAVE)["applied"] == 7
    assert set((text_in(tree) or "").split("\n")) >= {"- a person's", "- the agent's"}


def test_what_is_written_into_the_file_that_a_save_took_the_place_of_comes_into_the_new_one(make: Make) -> None:
    tree, desk = make()
    with tree.file.shown.open("a") as agent:
        assert tree.apply(SAVE)["applied"] == 7
        tree.settled(7, "saved", 2, as_applied=True)
        agent.write("- the agent's\n")
    desk.answers.append((200, {"revision": 3}))
    for _ in range(3):
        tree.look()
    assert set((text_in(tree) or "").split("\n")) >= {"- a person's", "- the agent's"}
    assert "- the agent's" in json.loads(desk.calls[-1].body or "")["text"]


def test_words_that_were_refused_outlive_the_file_and_are_judged_again(make: Make) -> None:
    tree, desk = make((423, LOCKED), (423, LOCKED))
    write(tree, "## Goal\nlong work of the agent\n")
    tree.look()
    tree.file.shown.unlink()
    tree.look()
    assert text_in(tree) == NOTE
    page = tree.file.shown.with_name("handoff.refused.md")
    assert "long work of the agent" in page.read_text()
    write(tree, "## Goal\nlong work of the agent\n")
    tree.look()
    assert desk.asked == ["PUT TREE-1/note", "PUT TREE-1/note"]


def test_a_page_that_is_deleted_while_the_text_still_is_refused_comes_back(make: Make) -> None:
    tree, _ = make((423, LOCKED), (200, {"ok": False, "problems": LOCKED["problems"]}))
    write(tree, "## Goal\nShip\n")
    tree.look()
    page = tree.file.shown.with_name("handoff.refused.md")
    page.unlink()
    tree.look()
    assert "A person wrote it." in page.read_text()


def test_the_page_of_what_was_no_text_goes_away_with_it(make: Make) -> None:
    tree, _ = make()
    tree.file.shown.write_bytes(b"\xff\xfe")
    with pytest.raises(NoNote):
        tree.look()
    made = tree.file.shown.with_name("handoff.refused.md").stat().st_ino
    tree.look()
    assert tree.file.shown.with_name("handoff.refused.md").stat().st_ino == made
    write(tree, NOTE)
    tree.look()
    assert not tree.file.is_refused()


def test_after_a_save_in_another_format_words_are_merged_by_that(make: Make) -> None:
    tree, _ = make()
    tree.format = "six_fields"
    assert tree.apply(SAVE)["applied"] == 7
    assert tree.format == "free"
