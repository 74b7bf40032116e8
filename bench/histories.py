"""Seeded histories of a note whose every line's author is known by construction, in memory and in git."""

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

_WORDS = """
bid tender deadline notice deposit amount portal upload folder schedule client vendor clause annexure
price quote retry parser cache lock token branch merge review failing passing flaky endpoint
header payload migration rollback deploy staging index query timeout session cookie worker queue letter
draft signed pending approved
"""
WORDS = _WORDS.split()
# Lines that notes repeat, and that no program can tell apart.
REPEATED = ("- [ ] open", "- [x] done", "```", "Status: pending", "See above.", "- none", "| --- | --- |", "TODO")


@dataclass
class Line:
    text: str
    revision: int


@dataclass
class History:
    """`versions[n]` holds the lines after revision n + 1, each with the revision of its author."""

    versions: list[list[Line]] = field(default_factory=list)

    def text(self, index: int) -> str:
        return "".join(f"{line.text}\n" for line in self.versions[index])


def make(seed: int, *, lines: int, revisions: int, moves: float = 0.15, repeated: float = 0.1) -> History:
    rng = Random(seed)
    history = History([[_new(rng, 1, repeated) for _ in range(lines)]])
    for revision in range(2, revisions + 1):
        note = list(history.versions[-1])
        for _ in range(rng.randint(1, 4)):
            _edit(rng, note, revision, repeated, lines)
        if rng.random() < moves:
            _move(rng, note)
        history.versions.append(note)
    return history


def commit(history: History, folder: Path, name: str = "HANDOFF.md") -> None:
    """One commit for each version, through fast-import."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", str(folder)], check=True, env=environment())
    parts = []
    for index in range(len(history.versions)):
        content, message = history.text(index).encode(), f"revision {index + 1}"
        who = f"author r{index + 1} <r{index + 1}@shop.example> {1_700_000_000 + index * 3600} +0000"
        by = f"committer c <c@shop.example> {1_700_000_000 + index * 3600} +0000"
        head = f"commit refs/heads/main\n{who}\n{by}\ndata {len(message)}\n{message}\n"
        parts += [head.encode(), f"M 100644 inline {name}\ndata {len(content)}\n".encode(), content, b"\n"]
    git = ["git", "-C", str(folder)]
    subprocess.run([*git, "fast-import", "--quiet"], input=b"".join(parts), check=True, env=environment())
    subprocess.run([*git, "reset", "--quiet", "--hard"], check=True, env=environment())


def environment() -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return own | {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}


def _new(rng: Random, revision: int, repeated: float) -> Line:
    if rng.random() < repeated:
        return Line(rng.choice(REPEATED), revision)
    return Line("- " + " ".join(rng.choices(WORDS, k=rng.randint(5, 12))), revision)


def _edit(rng: Random, note: list[Line], revision: int, repeated: float, usual: int) -> None:
    at = rng.randrange(len(note))
    count = rng.randint(1, 5)
    grows = rng.random() < (0.55 if len(note) <= usual else 0.35)
    if rng.random() < 0.4:
        for index in range(at, min(at + count, len(note))):
            note[index] = Line(f"{note[index].text} {rng.choice(WORDS)}", revision)
    elif grows:
        note[at:at] = [_new(rng, revision, repeated) for _ in range(count)]
    elif len(note) > 20:
        del note[at : at + count]


def _move(rng: Random, note: list[Line]) -> None:
    size = rng.randint(3, 12)
    start = rng.randrange(max(len(note) - size, 1))
    block = note[start : start + size]
    del note[start : start + size]
    at = rng.randrange(len(note) + 1)
    note[at:at] = block
