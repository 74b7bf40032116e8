"""Seeded histories with branches, merges (clean, settled by hand, one-sided), renames and lines that repeat."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from notes.rules.authors.merge import merge_lines
from tests.importing.repository import FIRST, Repository

REPEATED = ("- none", "```", "TODO", "- [ ] open")


@dataclass
class Version:
    parents: list[int]
    lines: list[str]
    name: str


@dataclass
class Branches:
    rng: Random
    versions: list[Version] = field(default_factory=list)
    heads: dict[str, int] = field(default_factory=dict)

    def grow(self, commits: int) -> None:
        self.versions.append(Version([], [self._line() for _ in range(40)], "HANDOFF.md"))
        self.heads["main"] = 0
        while len(self.versions) < commits:
            branch = self.rng.choice(list(self.heads))
            if self.rng.random() < 0.12 and len(self.heads) < 4:
                self.heads[f"b{len(self.versions)}"] = self.heads[branch]
            elif self.rng.random() < 0.2 and len(self.heads) > 1:
                self._merge(branch, self.rng.choice([name for name in self.heads if name != branch]))
            else:
                self._edit(branch)
        for branch in [name for name in self.heads if name != "main"]:
            self._merge("main", branch)

    def _edit(self, branch: str) -> None:
        before = self.versions[self.heads[branch]]
        name = f"N{len(self.versions)}.md" if self.rng.random() < 0.05 else before.name
        self._add(branch, Version([self.heads[branch]], self._edited(before.lines), name))

    def _merge(self, branch: str, other: str) -> None:
        one, two = self.heads[branch], self.heads[other]
        if one == two:
            return
        base = max(self._above(one) & self._above(two))
        lines: list[str] = []
        for tag, *parts in merge_lines(*(self.versions[index].lines for index in (base, one, two))):
            lines += self.rng.choice([parts[1], parts[2], parts[1] + parts[2]]) if tag == "conflict" else parts[0]
        how = self.rng.random()
        lines = self._edited(lines) if how < 0.3 else self.versions[one].lines if how < 0.4 else lines
        self._add(branch, Version([one, two], lines, self.versions[one].name))

    def _add(self, branch: str, version: Version) -> None:
        self.versions.append(version)
        self.heads[branch] = len(self.versions) - 1

    def _above(self, index: int) -> set[int]:
        found, waiting = set[int](), [index]
        while waiting:
            at = waiting.pop()
            if at not in found:
                found.add(at)
                waiting += self.versions[at].parents
        return found

    def _edited(self, lines: list[str]) -> list[str]:
        lines = list(lines)
        for _ in range(self.rng.randint(1, 3)):
            at, new = self.rng.randrange(len(lines) + 1), [self._line() for _ in range(self.rng.randint(1, 3))]
            what = self.rng.random()
            lines[at : at + (2 if what < 0.6 else 0)] = new if what > 0.3 or len(lines) < 15 else []
        return lines

    def _line(self) -> str:
        return self.rng.choice(REPEATED) if self.rng.random() < 0.2 else f"- {self.rng.random()}"


def build(seed: int, folder: Path, commits: int = 50) -> Path:
    """The file in a repository with such a history, written with one git process."""
    branches = Branches(Random(seed))
    branches.grow(commits)
    repository = Repository(folder)
    parts = [_commit(index, version) for index, version in enumerate(branches.versions)]
    parts.append(f"reset refs/heads/main\nfrom :{branches.heads['main'] + 1}\n\n".encode())
    subprocess.run(
        ["git", "-C", str(folder), "fast-import", "--quiet"], input=b"".join(parts), check=True, capture_output=True
    )
    repository.git("reset", "--quiet", "--hard", "main")
    return folder / branches.versions[branches.heads["main"]].name


def _commit(index: int, version: Version) -> bytes:
    content = "".join(f"{line}\n" for line in version.lines).encode()
    time = f"{FIRST + index * 60} +0000"
    kinds = ["from", *["merge"] * len(version.parents)]
    parents = "".join(f"{kind} :{parent + 1}\n" for kind, parent in zip(kinds, version.parents, strict=False))
    head = (
        f"commit refs/heads/c{index}\nmark :{index + 1}\nauthor Kiran Rao <kiran@shop.example> {time}\n"
        f"committer Kiran Rao <kiran@shop.example> {time}\ndata 1\nx\n{parents}deleteall\n"
    )
    return head.encode() + f"M 100644 inline {version.name}\ndata {len(content)}\n".encode() + content + b"\n"
