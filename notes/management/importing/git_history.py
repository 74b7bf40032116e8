"""The commits of a file, parents first, through merges and over renames, as `git blame` would walk them."""

import heapq
from collections.abc import Iterable
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
        top = here.line("rev-parse", "--show-toplevel")
        return Git(Path(top)), here.line("rev-parse", "--show-prefix") + file.name
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
    newest: dict[tuple[str, str], str | None] = field(default_factory=dict)

    def follow(self, start: str, name: str) -> str | None:
        """The commit that left the file as it is at the start; its history is in `commits` from then on."""
        if (start, name) not in self.newest:
            found, self.newest[start, name] = under_one_name(self.git, start, name)
            fresh = [id for id in found if id not in self.commits]
            self.commits |= {id: found[id] for id in fresh}
            self.infos |= read_infos(self.git, fresh, self.ends)
            for id in fresh:
                if found[id].appears or len(found[id].parents) < len(self.infos[id].parents):
                    self._join(id, name)
        return self.newest[start, name]

    def _join(self, id: str, name: str) -> None:
        """Where a parent does not know the file under this name, it may have had another there."""
        earlier = list(self.commits[id].parents)
        for place, parent in enumerate(self.infos[id].parents):
            before = renamed_from(self.git, parent, id, name)
            last = self.follow(parent, before) if before is not None else None
            if last is not None and last not in earlier:
                earlier.insert(place, last)
        self.commits[id] = replace(self.commits[id], parents=tuple(earlier))

    def parents_first(self) -> Iterable[Commit]:
        """By time, as far as parents come before their children."""
        missing = {id: len(commit.parents) for id, commit in self.commits.items()}
        children: dict[str, list[str]] = {id: [] for id in self.commits}
        for id, commit in self.commits.items():
            for parent in commit.parents:
                children[parent].append(id)
        ready = [(self.infos[id].committed, id) for id, count in missing.items() if not count]
        heapq.heapify(ready)
        while ready:
            _, id = heapq.heappop(ready)
            yield self.commits[id]
            for child in children[id]:
                missing[child] -= 1
                if not missing[child]:
                    heapq.heappush(ready, (self.infos[child].committed, child))


def renamed_from(git: Git, parent: str, id: str, name: str) -> str | None:
    said = git.ask("diff-tree", "-r", "-M", "--raw", "-z", "--no-ext-diff", "--diff-filter=R", parent, id)
    fields = said.decode("utf-8", "surrogateescape").split("\0")
    renames = zip(fields[0::3], fields[1::3], fields[2::3], strict=False)
    return next((before for _, before, after in renames if after == name), None)
