"""What is remembered of a round: one run of an agent on a card, from the start of its session to the end."""

import hashlib
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from handoff_agent import file_lock, private_files

FOLDER = "rounds"
KEPT_DAYS = 14
SECONDS_FOR_LOCK = 0.5


@dataclass(frozen=True, slots=True)
class Round:
    """Times are seconds, and 0 where nothing is known. `note_at`: the note was written then or later.

    `compacted_at`: since then the context is a summary, and nothing was added to it yet. `filled_since`: so long it was
    past the share, when it was compacted.
    """

    card: str
    begun_at: float = 0.0
    asked: bool = False
    note_at: float = 0.0
    compacted_at: float = 0.0
    filled_since: float = 0.0


def begin(session: str, card: str) -> Round:
    return _keep(session, Round(card, begun_at=time.time()))


def recall(session: str, card: str) -> Round:
    """A new one where another card is tracked by now, or where nothing is known of this session."""
    found = private_files.read_json(_path(session)) or {}
    try:
        known = Round(**found)
    except TypeError:
        return Round(card)
    return known if known.card == card and _is_sound(known) else Round(card)


def change(session: str, card: str, changed: Callable[[Round], Round]) -> Round:
    """By one process at a time; raises Taken."""
    with file_lock.holding(_path(session).with_suffix(".lock"), SECONDS_FOR_LOCK):
        return _keep(session, changed(recall(session, card)))


def ask_once(session: str, card: str) -> bool:
    """Whether it is for this one to ask: never twice in a round, also where a hook is set up twice."""
    mine = False

    def asked(known: Round) -> Round:
        nonlocal mine
        mine = not known.asked
        return replace(known, asked=True)

    change(session, card, asked)
    return mine


def forget(session: str) -> None:
    for path in (_path(session), _path(session).with_suffix(".lock")):
        path.unlink(missing_ok=True)


def sweep(folder: Path, days: int) -> None:
    over = time.time() - days * 24 * 3600
    for path in folder.glob("*"):
        # Another session may sweep at the same moment.
        with suppress(OSError):
            if path.stat().st_mtime < over:
                path.unlink()


def folder() -> Path:
    return private_files.state_folder() / FOLDER


def _path(session: str) -> Path:
    named = hashlib.sha256(session.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return folder() / f"{named}.json"


def _keep(session: str, known: Round) -> Round:
    private_files.write_json(_path(session), asdict(known))
    return known


def _is_sound(known: Round) -> bool:
    times = (known.begun_at, known.note_at, known.compacted_at, known.filled_since)
    return isinstance(known.asked, bool) and all(isinstance(at, int | float) for at in times)
