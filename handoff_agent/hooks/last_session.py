"""How much stood in the context of the last session on a card in this work tree: what resuming it would cost."""

import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path

from handoff_agent import private_files
from handoff_agent.hooks.cards import Here
from handoff_agent.hooks.usage import Use

FOLDER = "sessions"


@dataclass(frozen=True, slots=True)
class LastSession:
    """`at` is when its model answered last, `kept_seconds` how long the model keeps what it has read."""

    tokens: int
    at: float
    kept_seconds: int

    def is_warm(self, now: float) -> bool:
        return now - self.at < self.kept_seconds


def of_use(use: Use) -> LastSession:
    return LastSession(use.tokens, use.at, use.kept_seconds)


def remember(at: Here, session: LastSession) -> None:
    if recall(at) != session:
        private_files.write_json(_path(at), asdict(session))


def recall(at: Here) -> LastSession | None:
    found = private_files.read_json(_path(at)) or {}
    try:
        known = LastSession(**found)
    except TypeError:
        return None
    return known if all(isinstance(number, int | float) for number in found.values()) else None


def folder() -> Path:
    return private_files.state_folder() / FOLDER


def _path(at: Here) -> Path:
    url, project, card = at.names
    named = "\0".join([url, project, card.casefold(), str(at.tree.git if at.tree else at.top)])
    return folder() / f"{hashlib.sha256(named.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.json"
