"""Which card a branch of a work tree, or all of them, belongs to: a file in its git folder, never committed."""

from contextlib import suppress
from pathlib import Path

from handoff_agent import private_files
from handoff_agent.work_tree import WorkTree

NAME = "handoff.json"
# Beside branches, which never have an empty name: any branch.
ANY = ""


def tracked(tree: WorkTree) -> str | None:
    cards = _cards(tree)
    return cards.get(tree.branch) or cards.get(ANY)


def track(tree: WorkTree, card: str, *, any_branch: bool = False) -> None:
    key = ANY if any_branch else tree.branch
    private_files.write_json(_path(tree), {"cards": _cards(tree) | {key: card}})


def untrack(tree: WorkTree) -> str | None:
    """The card that is no longer tracked here."""
    cards = _cards(tree)
    key = tree.branch if tree.branch in cards else ANY
    gone = cards.pop(key, None)
    if gone is not None:
        private_files.write_json(_path(tree), {"cards": cards})
    return gone


def changed_at(tree: WorkTree) -> float:
    """When another branch was checked out here, or another card tied to one."""
    times = [0.0]
    for path in (tree.git / "HEAD", _path(tree)):
        with suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times)


def _path(tree: WorkTree) -> Path:
    return tree.git / NAME


def _cards(tree: WorkTree) -> dict[str, str]:
    found = (private_files.read_json(_path(tree)) or {}).get("cards")
    return {str(branch): str(card) for branch, card in found.items()} if isinstance(found, dict) else {}
