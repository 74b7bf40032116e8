"""The commits that touched a file under one name, and how they follow each other."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

from notes.management.importing.git import Git

_HEAD = "\1"
_NOT_THERE = "000000"


@dataclass(frozen=True, slots=True)
class Commit:
    """`parents` are keys of the file's own history. Without `blob` the file is not there afterwards.

    `key` is the id, unless the commit has a part in the history under two names. `appears`: the file was not
    there, under this name, before.
    """

    key: str
    id: str
    parents: tuple[str, ...]
    mode: str
    blob: str
    appears: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    id: str
    parents: tuple[str, ...]
    changes: list[list[str]]


def under_one_name(git: Git, start: str, name: str) -> tuple[dict[str, Commit], str | None]:
    """Parents first, with the one that left the file as it is at the start.

    Merges that only take over what one side already had are left out.
    """
    simple = _Simplified()
    last = None
    for entry in _entries(git, start, name):
        last = simple.add(entry)
    return simple.commits, last


class _Simplified:
    def __init__(self) -> None:
        self.commits: dict[str, Commit] = {}
        self._stands_for: dict[str, str | None] = {}
        self._above: dict[str, int] = {}

    def add(self, entry: _Entry) -> str | None:
        stand_ins = (self._stands_for[parent] for parent in entry.parents)
        parents = tuple(dict.fromkeys(parent for parent in stand_ins if parent))
        commit = self._commit(entry, parents)
        self._stands_for[entry.id] = found = self._stand_in(commit, parents)
        if found == entry.id:
            self._above[found] = 1 << len(self._above)
            for parent in parents:
                self._above[found] |= self._above[parent]
            self.commits[found] = commit
        return found

    def _commit(self, entry: _Entry, parents: tuple[str, ...]) -> Commit:
        if entry.changes:
            _, mode, _, blob, _ = entry.changes[-1]
            appears = any(change[4] == "A" for change in entry.changes)
            return Commit(entry.id, entry.id, parents, mode, "" if mode == _NOT_THERE else blob, appears)
        before = self.commits[parents[0]] if parents else None
        return Commit(entry.id, entry.id, parents, before.mode if before else "", before.blob if before else "")

    def _stand_in(self, commit: Commit, parents: tuple[str, ...]) -> str | None:
        if not parents:
            return commit.id if commit.blob else None
        for parent in parents:
            one = self.commits[parent]
            newer = all(self._above[other] & ~self._above[parent] == 0 for other in parents)
            if newer and (one.mode, one.blob) == (commit.mode, commit.blob):
                return parent
        return commit.id


def _entries(git: Git, start: str, name: str) -> Iterator[_Entry]:
    """One for each commit; git says one thing for each parent of a merge."""
    options = ("--full-history", "--parents", "--topo-order", "--reverse", "--no-follow", "--no-color", "--no-decorate")
    # Not -m: the settings of a repository say what that means, and one meaning is to run its merge drivers.
    raw = ("--diff-merges=separate", "--raw", "-z", "--root", "--no-abbrev", "--no-renames")
    safe = ("--no-ext-diff", "--no-textconv", "--no-show-signature")
    said = os.fsdecode(git.ask("log", *options, *raw, *safe, f"--format={_HEAD}%H %P", start, "--", name))
    entry: _Entry | None = None
    fields = iter(said.split("\0"))
    for part in fields:
        if part.lstrip("\n").startswith(":"):
            next(fields)
            if entry:
                entry.changes.append(part.lstrip("\n")[1:].split(" "))
        elif part.startswith(_HEAD):
            id, *parents = part[1:].split()
            if entry and entry.id == id:
                continue
            if entry:
                yield entry
            entry = _Entry(id, tuple(parents), [])
    if entry:
        yield entry
