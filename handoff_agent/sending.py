"""Sends what waits: in order, each once, by one process at a time."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from handoff_agent import client, places, private_files, words
from handoff_agent.client import GRACE_SECONDS, READ_SECONDS, Answer, Call
from handoff_agent.ended import Away
from handoff_agent.file_lock import Taken
from handoff_agent.spool import Entry, Spool

TURN_SECONDS = 30
# While a person's save is on its way into the work tree the desk holds a write of the note back for half a minute.
HELD_BACK, LONGEST_HELD = ("save", "append"), 30 + GRACE_SECONDS
# The desk remembers the key of a write for a week.
KEY_HOLDS = 6 * 24 * 3600
MOST_FAILURES = 5
ANSWERS = "answers"
ANSWERS_KEPT = 3600
BARRED = json.dumps({"problems": [{"code": places.ON_MACHINE, "says": words.KEPT_FROM_DESK}]})
# The token is at fault, not the write.
NOT_THE_WRITE = "project.not_found"


@dataclass(frozen=True, slots=True)
class Desk:
    url: str
    token: str
    spool: Spool
    tell: Callable[[str], None]


def send_all(desk: Desk) -> Answer | None:
    """The answer that speaks against all that waits, if there is one; raises Away."""
    return _in_turn(desk, None) if desk.spool.entries() else None


def send_until(desk: Desk, own: Entry) -> Answer:
    """What was kept before, then this one; raises Away, and then it still waits."""
    answer = _in_turn(desk, own) or _left_by_another(desk, own)
    if answer is None:
        raise Away(words.TURN)
    return answer


def _in_turn(desk: Desk, own: Entry | None) -> Answer | None:
    try:
        with desk.spool.turn(TURN_SECONDS):
            for listed in desk.spool.entries():
                if own and listed.number > own.number:
                    break
                # What was sent before it may have changed where it starts from.
                entry = desk.spool.again(listed)
                if entry and (answer := _send(desk, entry, is_own=bool(own and own.id == entry.id))):
                    if own and own.id != entry.id:
                        _finish(desk, own, None)
                    return answer
    except Taken:
        raise Away(words.TURN) from None
    return None


def _send(desk: Desk, entry: Entry, *, is_own: bool) -> Answer | None:
    """The answer to one's own write, or one that speaks against all that wait; None where the next may follow."""
    now = time.time()
    if entry.first_try_at and now - entry.first_try_at > KEY_HOLDS:
        says = (
            "It was sent days ago without an answer, and may have arrived: look at the card before you send it again."
        )
        _finish(desk, entry, None, reasons=[says])
        return None
    if entry.what in places.TEXTS:
        # Asked anew: it may have waited for days.
        place = places.asked(desk.url, desk.token, desk.spool)
        if isinstance(place, Answer):
            return place
        if place.on_machine:
            _finish(desk, entry, None, reasons=[f"{words.KEPT_FROM_DESK} [{places.ON_MACHINE}]"])
            return Answer(409, BARRED, {}) if is_own else None
    if entry.guessed and not is_own:
        # Its command was ended before it could say so.
        entry = desk.spool.keep(entry) or entry
    entry = replace(entry, tries=entry.tries + 1, first_try_at=entry.first_try_at or now)
    desk.spool.rewrite(entry)
    try:
        read_seconds = LONGEST_HELD if entry.what in HELD_BACK else READ_SECONDS
        call = Call(entry.method, entry.path, entry.body, entry.key, read_seconds)
        answer = client.ask_again(desk.url, desk.token, call)
    except client.Failed as failed:
        if is_own or entry.tries < MOST_FAILURES:
            raise
        _finish(desk, entry, None, reasons=[f"{failed.why}."])
        return None
    return _heard(desk, entry, answer, is_own=is_own)


def _heard(desk: Desk, entry: Entry, answer: Answer, *, is_own: bool) -> Answer | None:
    if answer.is_done or is_own:
        _finish(desk, entry, answer)
        if not is_own:
            _leave(desk, entry, answer)
        return answer if is_own else None
    if answer.status == 401 or NOT_THE_WRITE in answer.codes:
        return answer
    _finish(desk, entry, answer, reasons=reasons(answer))
    _leave(desk, entry, answer)
    return None


def _finish(desk: Desk, entry: Entry, answer: Answer | None, *, reasons: list[str] | None = None) -> None:
    with desk.spool.ordering():
        desk.spool.settle(entry, revision_of(entry.what, json.loads(entry.body), answer))
        if reasons is None:
            desk.spool.drop(entry)
        else:
            desk.spool.set_aside(entry, reasons)
    if reasons is not None:
        desk.tell(words.OLDER_REFUSED.format(what=what(entry)))


def revision_of(what: str, sent: dict[str, Any], answer: Answer | None) -> int | None:
    """The revision that the text which was sent now is; None where the note says something else."""
    if what != "save" or answer is None or not answer.is_done:
        return None
    body = answer.json
    revision = body.get("revision")
    # What changes nothing though it starts from an older revision lacks what others wrote since.
    older = body.get("unchanged") and sent.get("base_revision") not in (None, revision)
    plain = not (body.get("merged") or body.get("restored") or body.get("late") or older)
    return revision if plain and isinstance(revision, int) else None


def _leave(desk: Desk, entry: Entry, answer: Answer) -> None:
    """Whoever made the write may be waiting for its turn."""
    folder = desk.spool.folder / ANSWERS
    private_files.write_json(folder / f"{entry.id}.json", asdict(answer))
    for path in folder.glob("*.json"):
        if time.time() - path.stat().st_mtime > ANSWERS_KEPT:
            path.unlink(missing_ok=True)


def _left_by_another(desk: Desk, own: Entry) -> Answer | None:
    path = desk.spool.folder / ANSWERS / f"{own.id}.json"
    found: dict[str, Any] | None = private_files.read_json(path)
    path.unlink(missing_ok=True)
    # Its reasons are told now: it need not be looked at later.
    desk.spool.drop_aside(own)
    return Answer(**found) if found else None


def reasons(answer: Answer) -> list[str]:
    """A line for each."""
    return [reason(problem) for problem in answer.problems] or [f"The desk answers {answer.status}."]


def reason(problem: dict[str, Any]) -> str:
    place = f"line {problem['line']}: " if problem.get("line") is not None else ""
    return words.one_line(f"{place}{problem.get('says', '')} [{problem.get('code', '')}]")


def what(entry: Entry) -> str:
    return f"{entry.what} of {entry.card}"
