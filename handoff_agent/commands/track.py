"""track, untrack: which card a branch of this work tree belongs to."""

import argparse
from collections.abc import Callable
from pathlib import Path

from handoff_agent import tracking, words
from handoff_agent.ended import refused
from handoff_agent.stdout import say
from handoff_agent.work_tree import WorkTree, work_tree

Run = Callable[[argparse.Namespace], None]


def track_parser(parser: argparse.ArgumentParser) -> Run:
    parser.add_argument("card", nargs="?", help="its key; left out, says which one is tracked")
    parser.add_argument("--any-branch", action="store_true", help="for this work tree, whatever branch it is on")
    return track


def track(parsed: argparse.Namespace) -> None:
    tree = _tree()
    if parsed.card:
        tracking.track(tree, parsed.card, any_branch=parsed.any_branch)
    found = tracking.tracked(tree)
    if found is None:
        raise refused(f"{_here(tree)} is tied to no card: `handoff track CARD`.")
    say(f"{words.one_line(found)}\n")


def untrack_parser(parser: argparse.ArgumentParser) -> Run:  # noqa: ARG001
    return untrack


def untrack(parsed: argparse.Namespace) -> None:  # noqa: ARG001
    tree = _tree()
    gone = tracking.untrack(tree)
    if gone is None:
        raise refused(f"{_here(tree)} is tied to no card.")
    say(f"{words.one_line(gone)}\n")


def _tree() -> WorkTree:
    tree = work_tree(Path.cwd())
    if tree is None:
        raise refused("This folder is in no git repository: set HANDOFF_CARD instead.")
    return tree


def _here(tree: WorkTree) -> str:
    return f"The branch {tree.branch}" if tree.branch else "This work tree"


PARTS = {"track": track_parser, "untrack": untrack_parser}
