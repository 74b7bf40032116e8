"""What is remembered of a round: one run of an agent on a card, from the start of its session to the end.

A session that goes on with another card has a round on each.
"""

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from handoff_agent import file_lock, private_files
from handoff_agent.hooks.spans import Span, Spans, begun, told

FOLDER = "rounds"
KEPT_DAYS = 14
SECONDS_FOR_LOCK = 0.5


@dataclass(frozen=True, slots=True)
class Round:
    """Times are seconds, and 0 where nothing is known. `note_at`: the note was written then or later.

    `compacted_at`: since then the context is a summary, and nothing was added to it yet. `filled_since`: so long it was
    past the share, when it was compacted. `process` is the agent's program. `ended_at` is there once it ended, till its
    note was looked at. `unwritten` is when it worked on the card and no note of its own tells of that; `is_told`: it
    saved one in this round.
    """

    card: str
    begun_at: float = 0.0
    asked: bool = False
    note_at: float = 0.0
    compacted_at: float = 0.0
    filled_since: float = 0.0
    url: str = ""
    project: str = ""
    top: str = ""
    transcript: str = ""
    process: str = ""
    ended_at: float = 0.0
    session: str = ""
    unwritten: Spans = ()
    is_told: bool = False


def begin(session: str, known: Round) -> Round:
    """What the same session left unwritten before, killed and resumed, is still to be written."""
    path, at = path_of(session, known.card), time.time()
    before = _read(path)
    unwritten = begun(before.unwritten if before else (), at)
    is_told = before is not None and before.is_told
    return write(path, replace(known, begun_at=at, session=session, unwritten=unwritten, is_told=is_told))


def of_session(session: str) -> list[tuple[Path, Round]]:
    return [(path, known) for path in folder().glob(f"{_digest(session)}-*.json") if (known := _read(path))]


def all_known() -> Iterator[tuple[Path, Round]]:
    """Of all sessions and cards, with the file of each."""
    for path in folder().glob("*.json"):
        if (known := _read(path)) is not None:
            yield path, known


def recall(session: str, card: str) -> Round:
    """A new one where nothing is known of this session on this card."""
    return _read(path_of(session, card)) or Round(card)


def change(session: str, card: str, changed: Callable[[Round], Round]) -> Round:
    """By one process at a time; raises Taken."""
    path = path_of(session, card)
    with file_lock.holding(path.with_suffix(".lock"), SECONDS_FOR_LOCK):
        return write(path, changed(recall(session, card)))


def ask_once(session: str, card: str) -> bool:
    """Whether it is for this one to ask: never twice in a round, also where a hook is set up twice."""
    mine = False

    def asked(known: Round) -> Round:
        nonlocal mine
        mine = not known.asked
        return replace(known, asked=True)

    change(session, card, asked)
    return mine


def forget(path: Path) -> None:
    for each in (path, path.with_suffix(".lock")):
        each.unlink(missing_ok=True)


def settle(path: Path, known: Round) -> None:
    """Its note was looked at. Where its session began anew meanwhile, what that one did until then is told."""
    now = _read(path)
    if now == known:
        forget(path)
    elif now:
        write(path, replace(now, unwritten=told(now.unwritten, known.ended_at)))


def sweep(folder: Path, days: int) -> None:
    over = time.time() - days * 24 * 3600
    for path in folder.glob("*"):
        # Another session may sweep at the same moment.
        with suppress(OSError):
            if path.stat().st_mtime < over:
                path.unlink()


def folder() -> Path:
    return private_files.state_folder() / FOLDER


def path_of(session: str, card: str) -> Path:
    return folder() / f"{_digest(session)}-{_digest(card.casefold())}.json"


def write(path: Path, known: Round) -> Round:
    private_files.write_json(path, asdict(known))
    return known


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _read(path: Path) -> Round | None:
    try:
        known = Round(**(private_files.read_json(path) or {}))
        known = replace(known, unwritten=tuple(Span(float(since), float(until)) for since, until in known.unwritten))
    except (TypeError, ValueError):
        return None
    return known if _is_sound(known) else None


def _is_sound(known: Round) -> bool:
    times = (known.begun_at, known.note_at, known.compacted_at, known.filled_since, known.ended_at)
    texts = (known.card, known.url, known.project, known.top, known.transcript, known.process, known.session)
    return (
        isinstance(known.asked, bool)
        and isinstance(known.is_told, bool)
        and all(isinstance(at, int | float) for at in times)
        and all(isinstance(text, str) for text in texts)
    )
