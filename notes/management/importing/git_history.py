"""The commits of a file, parents first, through merges and over renames, as `git blame` would walk them."""

import hashlib
import heapq
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from notes.management.importing.commit_infos import Info, read_infos, shallow_ends
from notes.management.importing.git import Git, GitFailed
from notes.management.importing.one_name import Commit, under_one_name


class NoHistory(LookupError):
    """Says why git knows nothing of a file."""


@dataclass(frozen=True, slots=True)
class FileHistory:
    """The last of the commits is the one that left the file as it is now."""

    git: Git
    head: str
    path: str
    commits: tuple[Commit, ...]
    infos: dict[str, Info]
    shallow: bool


def history_of(file: Path) -> FileHistory:
    git, path = _place(file)
    try:
        head = git.line("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    except GitFailed:
        raise NoHistory(f"{file}: the repository has no commits yet. Commit it, or leave --git out.") from None
    walk = _Walk(git, shallow_ends(git))
    newest = walk.follow(head, path)
    if newest is None or not walk.commits[newest].blob:
        raise NoHistory(f"{file} is not committed to its git repository. Commit it, or leave --git out.")
    return FileHistory(git, head, path, tuple(walk.parents_first()), walk.infos, bool(walk.ends))


def _place(file: Path) -> tuple[Git, str]:
    """The repository of the file, and the file's path in it."""
    if file.is_symlink():
        raise NoHistory(f"{file} is a symbolic link. Name the file that it leads to.")
    here = Git(file.parent)
    try:
        here.ask("rev-parse", "--show-toplevel")  # fails for a file that lies within .git itself
        own = Git(Path(here.line("rev-parse", "--absolute-git-dir")))
        return own, here.line("rev-parse", "--show-prefix") + file.name
    except GitFailed as error:
        if "not a git repository" in str(error):
            raise NoHistory(f"{file} is in no git repository. Name a file that is, or leave --git out.") from None
        raise NoHistory(f"{file}: git says: {error}") from None


@dataclass
class _Walk:
    git: Git
    ends: frozenset[str]
    commits: dict[str, Commit] = field(default_factory=dict)
    infos: dict[str, Info] = field(default_factory=dict)
    keys: dict[tuple[str, str], str] = field(default_factory=dict)
    newest: dict[tuple[str, str], str | None] = field(default_factory=dict)

    def follow(self, start: str, name: str) -> str | None:
        """The commit that left the file as it is at the start; its history is in `commits` from then on."""
        if (start, name) not in self.newest:
            found, last = under_one_name(self.git, start, name)
            self.newest[start, name] = self._key(found[last], name) if last else None
            fresh = [commit for commit in found.values() if self._key(commit, name) not in self.commits]
            self.infos |= read_infos(self.git, [commit.id for commit in fresh], self.ends)
            for commit in fresh:
                parents = tuple(self.keys[parent, name] for parent in commit.parents)
                key = self.keys[commit.id, name]
                self.commits[key] = replace(commit, key=key, parents=parents)
            for commit in fresh:
                if commit.appears or len(commit.parents) < len(self.infos[commit.id].parents):
                    self._join(self.keys[commit.id, name], name)
        return self.newest[start, name]

    def _key(self, commit: Commit, name: str) -> str:
        """A commit that renames the file takes it away under one name and brings it under another."""
        place = commit.id, name
        if place not in self.keys:
            own = bool(commit.blob) and commit.id not in self.commits
            apart = hashlib.sha256(os.fsencode(name)).hexdigest()[:12]
            self.keys[place] = commit.id if own else f"{commit.id[:40]}:{apart}"
        return self.keys[place]

    def _join(self, key: str, name: str) -> None:
        """Where a parent does not know the file under this name, it may have had another there."""
        commit = self.commits[key]
        parents = list(commit.parents)
        for place, parent in enumerate(self.infos[commit.id].parents):
            before = renamed_from(self.git, parent, commit.id, name)
            last = self.follow(parent, before) if before is not None else None
            if last is not None and last not in parents:
                parents = [known for known in parents if self.commits[known].blob]
                parents.insert(place, last)
        self.commits[key] = replace(commit, parents=tuple(parents))

    def parents_first(self) -> Iterator[Commit]:
        """By time, as far as parents come before their children."""
        missing = {key: len(commit.parents) for key, commit in self.commits.items()}
        children: dict[str, list[str]] = {key: [] for key in self.commits}
        for key, commit in self.commits.items():
            for parent in commit.parents:
                children[parent].append(key)
        ready = [(self._time(key), key) for key, count in missing.items() if not count]
        heapq.heapify(ready)
        while ready:
            _, key = heapq.heappop(ready)
            yield self.commits[key]
            for child in children[key]:
                missing[child] -= 1
                if not missing[child]:
                    heapq.heappush(ready, (self._time(child), child))

    def _time(self, key: str) -> int:
        return self.infos[self.commits[key].id].committed


def renamed_from(git: Git, parent: str, id: str, name: str) -> str | None:
    raw = ("-r", "-M", "--raw", "-z", "--no-ext-diff", "--no-textconv", "--diff-filter=R")
    said = git.ask("diff-tree", *raw, parent, id)
    fields = os.fsdecode(said).split("\0")
    renames = zip(fields[0::3], fields[1::3], fields[2::3], strict=False)
    return next((before for _, before, after in renames if after == name), None)
