"""What the desk is to be told of rounds that people start themselves: kept here until it was told."""

import hashlib
import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from handoff_agent import file_lock, private_files

FOLDER = "reports"
SECONDS_FOR_LOCK = 0.5
# Whoever holds it talks to the desk. Only files are changed while the other one is held.
TURN, LOCK = "turn.lock", "change.lock"


@dataclass(frozen=True, slots=True)
class Report:
    """One round. `id` makes the desk start it once; times are seconds, and what is not known is 0 or empty.

    `session_tokens` and `session_cache` are of the session that was there before, `revision` of the note that was given
    at the start, `first_tokens` what stood in the context at the first answer. `number` is the desk's, once it was
    told; `told_commit` what it was told since.
    """

    id: str
    session: str
    url: str
    project: str
    card: str
    chosen: str
    begun_at: float
    transcript: str = ""
    session_tokens: int = 0
    session_cache: str = ""
    revision: int = 0
    model: str = ""
    first_tokens: int = 0
    commit: str = ""
    commit_at: float = 0.0
    ended_at: float = 0.0
    number: int = 0
    told_commit: str = ""
    tried_at: float = 0.0
    outcome: str = ""

    @property
    def is_due(self) -> bool:
        """There is no round before a model has answered."""
        return bool(self.ended_at or (self.model and (not self.number or self.has_new_commit)))

    @property
    def is_under_way(self) -> bool:
        return bool(self.model or self.ended_at)

    @property
    def has_new_commit(self) -> bool:
        return self.commit not in ("", self.told_commit)

    @property
    def transcript_path(self) -> Path | None:
        return Path(self.transcript) if self.transcript else None

    @property
    def path(self) -> Path:
        return folder() / f"{int(self.begun_at * 1000):014d}-{_named(self.session)}-{self.id}.json"


def new_id() -> str:
    return secrets.token_hex(8)


def keep(report: Report) -> None:
    private_files.write_json(report.path, asdict(report))


def newest(session: str) -> Report | None:
    return next(reversed(list(_read(f"*-{_named(session)}-*.json"))), None)


def all_of(url: str, project: str) -> list[Report]:
    """In the order in which the rounds began."""
    return [report for report in _read("*.json") if (report.url, report.project) == (url, project)]


def change(report: Report, changed: Callable[[Report], Report]) -> Report | None:
    """As it stands by now, changed by one process at a time; None where it is gone. Raises Taken."""
    with lock():
        known = _of(private_files.read_json(report.path))
        if known is not None and (made := changed(known)) != known:
            keep(made)
            return made
        return known


def end_killed(session: str, card: str, at: float) -> None:
    """A session that never said that it ends."""
    report = newest(session)
    if report and not report.ended_at and report.card.casefold() == card.casefold():
        ended_at = max(at, report.begun_at)
        change(report, lambda known: replace(known, ended_at=ended_at, outcome="killed"))


def drop(report: Report) -> None:
    report.path.unlink(missing_ok=True)


def lock() -> AbstractContextManager[None]:
    return file_lock.holding(folder() / LOCK, SECONDS_FOR_LOCK)


def turn(seconds: float) -> AbstractContextManager[None]:
    return file_lock.holding(folder() / TURN, seconds)


def folder() -> Path:
    return private_files.state_folder() / FOLDER


def _read(pattern: str) -> Iterator[Report]:
    for path in sorted(folder().glob(pattern)):
        if report := _of(private_files.read_json(path)):
            yield report


def _of(found: dict[str, Any] | None) -> Report | None:
    try:
        return Report(**found) if found else None
    except TypeError:
        return None


def _named(session: str) -> str:
    return hashlib.sha256(session.encode("utf-8", "surrogatepass")).hexdigest()[:16]
