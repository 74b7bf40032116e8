"""One work tree whose desk is stood in for, so that an answer can be lost in any moment."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from handoff_agent.client import Answer, Call
from handoff_agent.ended import Away
from handoff_agent.runner import tree as trees
from handoff_agent.runner.note_file import NoteFile
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
    monkeypatch.setattr(trees, "SECONDS_AT_REST", 0)
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
