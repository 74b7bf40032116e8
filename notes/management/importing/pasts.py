"""A file's commits, or the file alone, as the past that the rules replay."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from notes.management.importing.commit_infos import Info
from notes.management.importing.git import Blobs
from notes.management.importing.git_history import FileHistory
from notes.management.importing.one_name import Commit
from notes.rules.formats.limits import MAX_BYTES
from notes.rules.importing.commit_authors import CommitAuthor, author_of
from notes.rules.importing.known_agents import Override
from notes.rules.importing.replay import Past
from notes.rules.importing.versions import Empty, Unreadable, Version, read_version
from notes.rules.problems import Problem

# A little more than a note may have, so that what is too large is seen to be.
ENOUGH = MAX_BYTES + 100
_REGULAR = "100"
_NOBODY_KNOWS = CommitAuthor("unknown", "unknown")


def of_commits(history: FileHistory, blobs: Blobs, format: str, overrides: Sequence[Override]) -> list[Past]:
    return [
        Past(
            commit.key,
            commit.parents,
            _author(commit, history.infos[commit.id], overrides),
            history.infos[commit.id].written_at,
            partial(_read, commit, blobs, format),
        )
        for commit in history.commits
    ]


def of_file(file: Path, raw: bytes, format: str, before: str | None) -> list[Past]:
    """One version of which nobody knows the author, behind the newest that the card has from elsewhere."""
    at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    content = hashlib.sha256((before or "").encode() + raw).hexdigest()
    source = f"{place_of(file)}{content[:24]}"
    new = Past(source, () if before is None else (before,), _NOBODY_KNOWS, at, partial(read_version, raw, format))
    if before is None:
        return [new]
    return [Past(before, (), _NOBODY_KNOWS, at, Empty), new]


def place_of(file: Path) -> str:
    """Begins the source of every revision from this file; a digest, since paths tell about their owners."""
    return f"file:{hashlib.sha256(str(file.resolve()).encode('utf-8', 'surrogateescape')).hexdigest()[:24]}:"


def _author(commit: Commit, info: Info, overrides: Sequence[Override]) -> CommitAuthor:
    if info.cut_off and commit.appears:
        return CommitAuthor("unknown", "before the shallow clone")
    return author_of(info.author, info.message, overrides)


def _read(commit: Commit, blobs: Blobs, format: str) -> Version:
    if not commit.blob:
        return Empty()
    if not commit.mode.startswith(_REGULAR):
        return Unreadable(Problem("import.no_file", "It was a link or a submodule then, no file."))
    raw = blobs.read(commit.blob, ENOUGH)
    if raw is None:
        return Unreadable(Problem("import.not_here", "The repository does not hold this version."))
    return read_version(raw, format)
