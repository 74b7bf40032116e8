"""The sessions of a card that ended and whose note nobody looked at: one after the other, by one process at a time.

Each owes a note for its own work, whatever others wrote meanwhile.
"""

from dataclasses import replace
from pathlib import Path

from handoff_agent import file_lock, private_files, words
from handoff_agent.connection import Connection
from handoff_agent.ended import AWAY, Ended, refused
from handoff_agent.hooks import left, rounds
from handoff_agent.hooks.cards import Here
from handoff_agent.hooks.rounds import Round
from handoff_agent.summarising.choice import Choice
from handoff_agent.summarising.records import session_in
from handoff_agent.summarising.standing import OnDesk, on_desk
from handoff_agent.summarising.writing import Kept, Tell, Writing, Written, saving
from notes.rules.resuming.due import is_due, unwritten

LOCK = "summarising.lock"
# A model takes its time, and there may be a few before us.
SECONDS_FOR_LOCK = 1800


def write_ended(desk: Connection, at: Here, choice: Choice, tell: Tell) -> list[Written]:
    """Raises Ended where the desk is away: what is left then waits for the next start of a session.

    So does one that nothing can be made of now, which holds up none of the others; where no note came of any it is
    raised too.
    """
    try:
        with file_lock.holding(private_files.state_folder() / LOCK, SECONDS_FOR_LOCK):
            return _of_all(desk, at, choice, tell)
    except file_lock.Taken:
        raise refused(words.SUMMARISING) from None


def _of_all(desk: Connection, at: Here, choice: Choice, tell: Tell) -> list[Written]:
    ended = [each for each in left.of_card(at.names) if each[1].ended_at]
    written: list[Written] = []
    unsettled: list[Ended] = []
    for path, known in sorted(ended, key=lambda each: each[1].ended_at):
        try:
            written += _settled(desk, at, choice, tell, path, known)
        except Ended as end:
            if end.code == AWAY:
                raise
            unsettled.append(end)
    if unsettled and not written:
        raise unsettled[0]
    for each in unsettled:
        tell(" ".join(each.says))
    return written


def _settled(desk: Connection, at: Here, choice: Choice, tell: Tell, path: Path, known: Round) -> list[Written]:
    """Where the desk says nothing of its card it is left for the next time."""
    found = None if choice.is_off else on_desk(desk, at.card)
    try:
        written = _written(desk, at, choice, tell, known, found) if found and not found.is_headless else []
    except Kept:
        rounds.settle(path, known)
        raise
    except Ended as end:
        if end.code == AWAY:
            raise
        # It would be refused again: the desk has kept that it was.
        tell(" ".join(end.says))
        written = []
    rounds.settle(path, known)
    return written


def _written(desk: Connection, at: Here, choice: Choice, tell: Tell, known: Round, found: OnDesk) -> list[Written]:
    session = session_in(Path(known.transcript), Path(known.top), known.ended_at)
    untold = unwritten(session.steps, known.unwritten or left.ALWAYS, known.card, is_told=known.is_told)
    if not is_due(untold):
        return []
    of_it = replace(session, steps=untold.steps)
    return [Writing(of_it, found, choice, saving(desk, at.card, found.revision), tell).write()]
