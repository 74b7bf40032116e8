"""Sessions that ended and whose note nobody has looked at yet: those that said so, and those that were killed."""

import stat
import time
from dataclasses import replace
from pathlib import Path

from handoff_agent import processes, tracking
from handoff_agent.hooks import reports, rounds
from handoff_agent.hooks.cards import Here
from handoff_agent.hooks.rounds import Round
from handoff_agent.hooks.said import Said
from handoff_agent.hooks.spans import Span, begun, ended
from handoff_agent.work_tree import work_tree

# Where nobody can tell whether a program still runs, its record being as old as this says that it does not.
SILENT_SECONDS = 6 * 3600
ALWAYS = (Span(0.0),)


def round_of(said: Said, at: Here) -> Round:
    """What is known of it when it begins; by then its program is the one that called us."""
    return _placed(Round(at.card), said, at)


def follow(said: Said, at: Here | None) -> None:
    """A session that goes on with another card, or with none, worked on each in its own time."""
    known = rounds.of_session(said.session)
    under_way = [(path, one) for path, one in known if any(not span.until for span in one.unwritten)]
    own = rounds.path_of(said.session, at.card) if at else None
    others = [(path, one) for path, one in under_way if path != own]
    moved_at = _moved_at(max((span.since for _, one in others for span in one.unwritten), default=0.0))
    for path, one in others:
        rounds.write(path, replace(one, unwritten=ended(one.unwritten, moved_at)))
    if at and known and own not in [path for path, _ in under_way]:
        since = moved_at if any(one.unwritten for _, one in known) else 0.0
        rounds.change(
            said.session,
            at.card,
            lambda one: replace(_placed(one, said, at), unwritten=begun(one.unwritten, since)),
        )


def leave(said: Said, at: Here) -> list[str]:
    """The cards on which there is anything to look at."""
    if not _written_at(str(said.transcript or "")):
        return []
    now = time.time()
    rounds.change(
        said.session,
        at.card,
        lambda one: replace(_placed(one, said, at), ended_at=now, unwritten=one.unwritten or ALWAYS),
    )
    known = rounds.of_session(said.session)
    for path, one in known:
        if not one.ended_at:
            rounds.write(path, replace(one, ended_at=now))
    return list(dict.fromkeys([at.card, *(one.card for _, one in known)]))


def found(session: str, at: Here) -> float:
    """When the last one of the card ended, 0 where there is none. Those that were killed are marked now."""
    own = rounds.path_of(session, at.card)
    ended_at = [_marked(path, known) for path, known in of_card(at.names) if path != own]
    return max(ended_at, default=0.0)


def of_card(names: tuple[str, str, str]) -> list[tuple[Path, Round]]:
    return [(path, known) for path, known in rounds.all_known() if _is_of(known, names)]


def _placed(known: Round, said: Said, at: Here) -> Round:
    return replace(
        known, session=said.session, url=at.url, project=at.project, top=str(at.top),
        transcript=str(said.transcript or ""), process=processes.caller(),
    )  # fmt: skip


def _is_of(known: Round, names: tuple[str, str, str]) -> bool:
    url, project, card = names
    return (known.url, known.project, known.card.casefold()) == (url, project, card.casefold())


def _moved_at(after: float) -> float:
    """When another card came to be tracked here: as the files of the work tree say, where they can be meant."""
    tree, now = work_tree(Path.cwd()), time.time()
    changed_at = tracking.changed_at(tree) if tree else now
    return changed_at if after < changed_at < now else now


def _marked(path: Path, known: Round) -> float:
    if known.ended_at or _is_running(known):
        return known.ended_at
    written_at = _written_at(known.transcript)
    if not written_at:
        rounds.forget(path)
        return 0.0
    rounds.write(path, replace(known, ended_at=written_at))
    reports.end_killed(known.session, known.card, written_at)
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
    return about.st_mtime if transcript and about.st_size and stat.S_ISREG(about.st_mode) else 0.0
