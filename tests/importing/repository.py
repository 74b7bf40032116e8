"""A git repository in a temporary folder, written commit by commit."""

import os
import subprocess
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

OPERATOR = "Kiran Rao <kiran@shop.example>"
AGENT = "Claude <noreply@anthropic.com>"
BY_AGENT = f"\n\nCo-Authored-By: {AGENT}"
FIRST = 1_760_000_000


@dataclass
class Repository:
    folder: Path
    clock: "count[int]" = field(default_factory=lambda: count(FIRST, 3600))

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(self.folder), *arguments], capture_output=True, check=True, env=self._environment()
        )
        return done.stdout.decode().strip()

    def write(self, content: str | bytes | None, name: str = "HANDOFF.md") -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def commit(
        self, content: str | bytes | None, by: str = OPERATOR, message: str = "note", name: str = "HANDOFF.md"
    ) -> str:
        self.write(content, name)
        return self.commit_all(by, message)

    def commit_all(self, by: str = OPERATOR, message: str = "note") -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", f"--author={by}", "--message", message)
        return self.head

    def merge(self, branch: str, content: str | None = None, by: str = OPERATOR, name: str = "HANDOFF.md") -> str:
        """With `content` the merge is settled by hand, whatever git would make of it."""
        if content is None:
            self.git("merge", "--quiet", "--no-ff", "--no-edit", branch)
            return self.head
        subprocess.run(
            ["git", "-C", str(self.folder), "merge", "--quiet", "--no-ff", "--no-commit", branch],
            capture_output=True,
            check=False,
            env=self._environment(),
        )
        return self.commit(content, by, f"merge {branch}", name)

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    def _environment(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        time = f"{next(self.clock)} +0530"
        return own | {
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_AUTHOR_NAME": "Kiran Rao",
            "GIT_AUTHOR_EMAIL": "kiran@shop.example",
            "GIT_COMMITTER_NAME": "Committer",
            "GIT_COMMITTER_EMAIL": "committer@shop.example",
            "GIT_AUTHOR_DATE": time,
            "GIT_COMMITTER_DATE": time,
        }
