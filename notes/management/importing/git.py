"""Asks git, and lets nothing of the repository run: no hooks, filters, helpers, pagers or downloads.

A repository that someone sent is data. What its own settings could make git start, or read from elsewhere, is
switched off here; the commands that are used (log, diff-tree, cat-file, rev-parse, blame) start nothing else. They are
asked in the repository's own folder, so that no file beside the notes counts before it is committed.
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO

_SAFE = {
    "safe.directory": "*",
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.pager": "cat",
    "core.alternateRefsCommand": "",
    "core.askPass": "",
    "core.attributesFile": os.devnull,
    "credential.helper": "",
    "log.diffMerges": "separate",
    "log.showRoot": "true",
    "log.showSignature": "false",
    "mailmap.blob": "HEAD:.mailmap",
    "mailmap.file": os.devnull,
    "diff.external": "",
    "diff.orderFile": os.devnull,
    "diff.renames": "true",
    "diff.renameLimit": "4000",
    "i18n.logOutputEncoding": "UTF-8",
}
_ENVIRONMENT = {
    # Stronger than protocol.allow, which the settings of a repository can take back for one protocol.
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


class GitFailed(RuntimeError):
    """Says what git said."""


class Git:
    """One repository. File names are bytes in git and come and go as Python's own form of such names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        options = [part for name, value in _SAFE.items() for part in ("-c", f"{name}={value}")]
        self._command = ["git", "--no-pager", *options, "-C", str(folder)]

    def ask(self, *arguments: str, tell: bytes = b"") -> bytes:
        try:
            done = subprocess.run(
                [*map(os.fsencode, (*self._command, *arguments))],
                input=tell,
                capture_output=True,
                env=_environment(),
                check=False,
            )
        except FileNotFoundError:
            raise GitFailed("git is not installed, or not on the path.") from None
        if done.returncode:
            raise GitFailed(_first_line(done.stderr) or f"git {arguments[0]} failed.")
        return done.stdout

    def line(self, *arguments: str) -> str:
        """The answer without the line end that git puts behind it; one of the file's name stays."""
        return os.fsdecode(self.ask(*arguments)).removesuffix("\n")

    def blobs(self) -> "Blobs":
        return Blobs([*map(os.fsencode, (*self._command, "cat-file", "--batch"))])


class Blobs:
    """Contents of files, from one git process for all of them."""

    def __init__(self, command: list[bytes]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=_environment()
        )

    def __enter__(self) -> "Blobs":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def read(self, blob: str, at_most: int) -> bytes | None:
        """None where the repository does not hold it. Of one that is larger only what tells so is kept."""
        questions, answers = self._pipes()
        questions.write(f"{blob}\n".encode())
        questions.flush()
        head = answers.readline().split()
        if len(head) != 3:
            return None
        size = int(head[2])
        content = answers.read(min(size, at_most + 1))
        for chunk in _chunks(size + 1 - len(content)):
            answers.read(chunk)
        return content

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        if self._process.stdin is None or self._process.stdout is None:
            raise GitFailed("git cat-file could not be started.")
        return self._process.stdin, self._process.stdout


def _chunks(size: int, chunk: int = 1 << 20) -> Iterator[int]:
    while size > 0:
        yield min(size, chunk)
        size -= chunk


def _environment() -> dict[str, str]:
    """Without what a surrounding git (a hook, a rebase) may have left behind."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return own | _ENVIRONMENT


def _first_line(said: bytes) -> str:
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else ""
