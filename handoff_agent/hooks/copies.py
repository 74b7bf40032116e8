"""The last resume of each card, kept for when the desk is away."""

import hashlib
import time
from dataclasses import dataclass
from pathlib import Path

from handoff_agent import private_files

FOLDER = "resumes"
KEPT_DAYS = 90


@dataclass(frozen=True, slots=True)
class Copy:
    text: str
    kept_at: float


def renew(names: tuple[str, str, str], part: int, text: str) -> None:
    """Without a text there is no such part any more."""
    if text:
        private_files.write_json(_path(names, part), {"text": text, "kept_at": time.time()})
    else:
        _path(names, part).unlink(missing_ok=True)


def recall(names: tuple[str, str, str], part: int) -> Copy | None:
    found = private_files.read_json(_path(names, part)) or {}
    text, kept_at = found.get("text"), found.get("kept_at")
    return Copy(text, kept_at) if isinstance(text, str) and isinstance(kept_at, int | float) else None


def folder() -> Path:
    return private_files.state_folder() / FOLDER


def _path(names: tuple[str, str, str], part: int) -> Path:
    url, project, card = names
    named = "\0".join([url, project, card.casefold(), str(part)])
    return folder() / f"{hashlib.sha256(named.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.json"
