"""Work trees of git, as a runner finds them."""

import subprocess
from pathlib import Path

from tests.agent.desks import Shell, shell_in


def git(folder: Path, *words: str) -> str:
    known = ["-c", "user.name=Coder", "-c", "user.email=coder@example.org"]
    return subprocess.run(["git", *known, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


def new_tree(folder: Path) -> Path:
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    return folder


def shell_in_tree(folder: Path, **more: str) -> Shell:
    """What the command keeps for itself stands beside the work tree."""
    (folder / "shell").mkdir()
    return Shell(new_tree(folder / "work"), shell_in(folder / "shell", **more).env)
