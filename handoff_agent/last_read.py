"""Which revision of a note was read last in this work tree: what a save without --base starts from."""

import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path

from handoff_agent import private_files

FOLDER = "read"


@dataclass(frozen=True, slots=True)
class LastRead:
    """`after`: a write that still waits, and makes the revision that is really meant."""

    revision: int
    after: str = ""


def path_of(url: str, project: str, card: str, place: Path) -> Path:
    named = "\0".join([url, project, card.casefold(), str(place)])
    return private_files.state_folder() / FOLDER / f"{hashlib.sha256(named.encode()).hexdigest()[:32]}.json"


def recall(path: Path) -> LastRead | None:
    found = private_files.read_json(path) or {}
    revision, after = found.get("revision"), found.get("after", "")
    return LastRead(revision, str(after)) if isinstance(revision, int) else None


def remember(path: Path, last: LastRead | None) -> None:
    if last is None:
        path.unlink(missing_ok=True)
    elif recall(path) != last:
        private_files.write_json(path, asdict(last))
