"""Sessions that ended and whose note nobody has looked at yet: those that said so, and those that were killed."""

import time
from dataclasses import replace
from pathlib import Path

from handoff_agent import processes
from handoff_agent.hooks import rounds
from handoff_agent.hooks.cards import Here
from handoff_agent.hooks.rounds import Round
from handoff_agent.hooks.said import Said

# Where nobody can tell whether a program still runs, its record being as old as this says that it does not.
SILENT_SECONDS = 6 * 3600


def round_of(said: Said, at: Here) -> Round:
    """What is known of it when it begins; by then its program is the one that called us."""
    transcript = str(said.transcript or "")
    return Round(at.card, url=at.url, project=at.project, top=str(at.top), transcript=transcript,
                 process=processes.caller())  # fmt: skip


def leave(said: Said, at: Here) -> bool:
    """Whether there is anything to look at."""
    if not _written_at(str(said.transcript or "")):
        return False
    about = round_of(said, at)
    rounds.change(said.session, at.card, lambda known: replace(about, begun_at=known.begun_at, ended_at=time.time()))
    return True


def found(session: str, at: Here) -> float:
    """When the last one of the card ended, 0 where there is none. Those that were killed are marked now."""
    ended = [_marked(path, known) for path, known in of_card(at.names) if path != rounds.path_of(session)]
    return max(ended, default=0.0)


def of_card(names: tuple[str, str, str]) -> list[tuple[Path, Round]]:
    return [(path, known) for path, known in rounds.all_known() if (known.url, known.project, known.card) == names]


def _marked(path: Path, known: Round) -> float:
    if known.ended_at or _is_running(known):
        return known.ended_at
    written_at = _written_at(known.transcript)
    if not written_at:
        rounds.forget_ended(path, known)
        return 0.0
    rounds.write(path, replace(known, ended_at=written_at))
    return written_at


def _is_running(known: Round) -> bool:
    if known.process:
        return processes.is_running(known.process)
    return time.time() - max(known.begun_at, _written_at(known.transcript)) < SILENT_SECONDS


def _written_at(transcript: str) -> float:
    """0 where there is none, or nothing in it."""
    try:
        about = Path(transcript).stat()
    except (OSError, ValueError):
        return 0.0
    return about.st_mtime if transcript and about.st_size else 0.0
