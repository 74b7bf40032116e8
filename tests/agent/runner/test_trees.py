"""Which work trees a runner looks after."""

import os
from pathlib import Path

import pytest

from handoff_agent.runner.trees import cards_in
from handoff_agent.tracking import track
from handoff_agent.work_tree import work_tree
from tests.agent.runner.work_trees import git, new_tree


def clone(folder: Path, card: str = "", branches: dict[str, str] | None = None) -> Path:
    new_tree(folder)
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    tie(folder, card)
    for branch, other in (branches or {}).items():
        git(folder, "worktree", "add", "-q", "-b", branch, str(folder.parent / f"{folder.name}-{branch}"))
        tie(folder.parent / f"{folder.name}-{branch}", other)
    return folder


def tie(folder: Path, card: str) -> None:
    tree = work_tree(folder)
    assert tree
    if card:
        track(tree, card)


def found(*folders: Path) -> dict[str, str]:
    return {card: tree.top.name for card, tree in cards_in(folders).items()}


def test_all_of_a_clone_that_are_tied_to_cards(tmp_path: Path) -> None:
    main = clone(tmp_path / "shop", "SHOP-1", {"two": "SHOP-2", "three": ""})
    everything = {"SHOP-1": "shop", "SHOP-2": "shop-two"}
    assert found(main) == everything
    assert found(tmp_path / "shop-two") == everything
    assert found(main / ".git" / "..") == everything


def test_several_clones_and_folders_that_are_none(tmp_path: Path) -> None:
    one, other = clone(tmp_path / "one", "A-1"), clone(tmp_path / "other", "B-1")
    (tmp_path / "none").mkdir()
    assert found(one, other, tmp_path / "none") == {"A-1": "one", "B-1": "other"}


def test_of_two_work_trees_of_one_card_the_first_holds(tmp_path: Path) -> None:
    assert found(clone(tmp_path / "shop", "SHOP-1", {"two": "SHOP-1"})) == {"SHOP-1": "shop"}


def in_the_way(path: Path, what: str | bytes) -> None:
    if path.exists():
        path.unlink()
    if what == "pipe":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    else:
        path.write_bytes(what if isinstance(what, bytes) else what.encode())


@pytest.mark.parametrize("what", ["pipe", "folder", b"\xff\xfe", "[" * 3000, "", f"/{'x' * 300}/.git"])
@pytest.mark.parametrize(
    "name", ["worktrees/shop-two/gitdir", "worktrees/shop-two/HEAD", "worktrees/shop-two/handoff.json"]
)
def test_what_stands_in_place_of_its_files_holds_up_no_other(tmp_path: Path, name: str, what: str | bytes) -> None:
    main = clone(tmp_path / "shop", "SHOP-1", {"two": "SHOP-2", "three": "SHOP-3"})
    in_the_way(main / ".git" / name, what)
    assert found(main).items() >= {"SHOP-1": "shop", "SHOP-3": "shop-three"}.items()


def test_one_that_is_gone_is_passed_over(tmp_path: Path) -> None:
    main = clone(tmp_path / "shop", "SHOP-1", {"two": "SHOP-2"})
    (tmp_path / "shop-two").rename(tmp_path / "moved")
    assert found(main) == {"SHOP-1": "shop"}
