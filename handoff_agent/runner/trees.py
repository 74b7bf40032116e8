"""The work trees that a runner looks after: those it is started in, and all others of the same clones, if tracked."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from handoff_agent.plain_files import is_folder, text_of
from handoff_agent.tracking import tracked
from handoff_agent.work_tree import WorkTree, common_folder, work_tree


def cards_in(folders: Iterable[Path]) -> dict[str, WorkTree]:
    """By card. Where two work trees are tied to one, the first holds."""
    found: dict[str, WorkTree] = {}
    for folder in folders:
        for tree in _of_clone(folder.resolve()):
            if card := tracked(tree):
                found.setdefault(card, tree)
    return found


def _of_clone(folder: Path) -> Iterator[WorkTree]:
    first = work_tree(folder)
    if first is None:
        return
    yield first
    common = common_folder(first.git)
    named = filter(None, map(text_of, sorted(common.glob("worktrees/*/gitdir"))))
    tops = [common.parent, *(Path(path.strip()).parent for path in named)]
    # Each names the `.git` of its work tree.
    for top in tops:
        tree = work_tree(top) if is_folder(top) else None
        if tree and tree.top == top and top != first.top:
            yield tree
