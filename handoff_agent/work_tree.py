"""The git work tree that we stand in, read from its files: starting git would take longer than all else."""

from dataclasses import dataclass
from pathlib import Path

from handoff_agent.plain_files import is_folder, text_of


@dataclass(frozen=True, slots=True)
class WorkTree:
    """`branch` is empty where none is checked out."""

    top: Path
    git: Path
    branch: str


def work_tree(start: Path) -> WorkTree | None:
    for folder in (start, *start.parents):
        if git := _git_folder(folder / ".git"):
            return WorkTree(folder, git, _branch(git))
    return None


def _git_folder(path: Path) -> Path | None:
    """A second work tree has a file there, which names the folder."""
    if is_folder(path):
        return path
    label, _, named = (text_of(path) or "").strip().partition(": ")
    return (path.parent / named).resolve() if label == "gitdir" else None


def common_folder(git: Path) -> Path:
    """The git folder that all work trees of a clone share."""
    named = text_of(git / "commondir")
    return (git / named.strip()).resolve() if named else git


def _branch(git: Path) -> str:
    head = (text_of(git / "HEAD") or "").strip()
    return head.removeprefix("ref: refs/heads/") if head.startswith("ref: ") else ""
