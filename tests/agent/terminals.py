"""The commands of a document, and a terminal to paste them into."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO

PASTED = "-- pasted --"


def blocks(document: str, chapter: str) -> list[str]:
    """The code blocks under one `##` heading, in order, as they are pasted."""
    text = document.partition(f"\n## {chapter}\n")[2].partition("\n## ")[0]
    found = re.findall(r"(?:^    .*\n)+", text, re.M)
    return [re.sub(r"^    ", "", block, flags=re.M) for block in found]


class Terminal:
    """A shell that keeps its folder and its variables; what is pasted is no one's standard input. Ends where a command
    fails.
    """

    def __init__(self, folder: Path, env: dict[str, str], pipe: Path) -> None:
        os.mkfifo(pipe)
        self.shell = subprocess.Popen(
            ["sh", "-eu", str(pipe)], cwd=folder, env=env, text=True, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.typed = pipe.open("w")

    def paste(self, block: str) -> str:
        """What it printed, once all of it has run."""
        return self.start(f"{block}echo '{PASTED}'\n", PASTED)

    def start(self, block: str, until: str) -> str:
        """What it printed until it said so, or until it ended."""
        self.typed.write(block)
        self.typed.flush()
        said = "".join(self._lines(until))
        assert until in said, said
        return said

    def close(self) -> None:
        """With what still runs in it."""
        os.killpg(self.shell.pid, 9)
        self.shell.wait()
        self.typed.close()
        self._out.close()

    @property
    def _out(self) -> IO[str]:
        assert self.shell.stdout
        return self.shell.stdout

    def _lines(self, until: str) -> Iterator[str]:
        for line in self._out:
            yield line
            if until in line:
                return
