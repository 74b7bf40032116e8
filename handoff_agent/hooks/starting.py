"""SessionStart: the next session receives what the last one left. After a compaction, this one."""

import time
from dataclasses import replace

from handoff_agent.ended import AWAY, Ended
from handoff_agent.hooks import answers, cards, copies, left, reports, requests, rounds, staleness
from handoff_agent.hooks.cards import CAP, LIMIT, Here
from handoff_agent.hooks.commits import last_commit_at
from handoff_agent.hooks.ending import detach
from handoff_agent.hooks.said import Said
from handoff_agent.summarising.choice import choice

EVENT = "SessionStart"
# The parts that handlers of their own add.
HANDLED = 2


def start(said: Said, at: Here) -> str:
    if said.part > 1:
        return answers.added(EVENT, _text(said, at, said.part, HANDLED))
    rounds.sweep(rounds.folder(), rounds.KEPT_DAYS)
    rounds.sweep(copies.folder(), copies.KEPT_DAYS)
    if not said.is_compacted:
        rounds.begin(said.session, left.round_of(said, at))
        return answers.added(EVENT, _joined([_text(said, at, 1, HANDLED), _left(said, at)]))
    return answers.added(EVENT, compacted(said, at, HANDLED))


def _left(said: Said, at: Here) -> str:
    """Of sessions that ended and left their note to us. It is written beside, and holds nothing up."""
    ended_at = left.found(said.session, at)
    if not ended_at:
        return ""
    detach("summarise", at.card, "--ended")
    if any(report.outcome for report in reports.all_of(at.url, at.project)):
        detach("round", "tell")
    if _is_off(at):
        return ""
    return requests.named(requests.LEFT, at.card, age=requests.age(time.time() - ended_at))


def _is_off(at: Here) -> bool:
    """Or set to what says nothing, which the one beside us finds too."""
    try:
        return choice(at.top).is_off
    except Ended:
        return True


def compacted(said: Said, at: Here, handled: int) -> str:
    """The context is a summary now: the same again, and the request for a fresh note with it."""
    text = _text(said, at, 1, handled)
    known = rounds.change(said.session, at.card, lambda known: replace(known, compacted_at=0.0))
    return text if known.asked else _joined([text, _request(said, at, known)])


def _request(said: Said, at: Here, known: rounds.Round) -> str:
    try:
        note_at = cards.note_at(at)
    except Ended:
        # The stops of this round may still ask.
        return ""
    why = staleness.after_compaction(note_at, last_commit_at(at.top), known.filled_since, known.begun_at)
    if not why or not rounds.ask_once(said.session, at.card):
        return ""
    return requests.named(requests.COMPACTED, at.card, why=why)


def _text(said: Said, at: Here, number: int, handled: int) -> str:
    try:
        part = cards.resume_part(at, number, "resumed" if said.is_resumed else "new")
    except Ended as end:
        return _without_desk(at, number, end)
    if not said.is_resumed:
        # What a resumed session is given may be less than a new one needs.
        copies.renew(at.names, number, part.text if part else "")
    if part is None:
        return ""
    return _joined([part.text, *_remarks(at, number, part.count, handled)])


def _remarks(at: Here, number: int, count: int, handled: int) -> list[str]:
    found = [requests.named(requests.SOURCE, at.card)] if number == 1 else []
    if number == 1 and cards.waiting_at(at):
        found.append(requests.WAITING)
    if number == handled < count:
        found.append(requests.named(requests.MORE, at.card, next=number + 1, count=count, limit=LIMIT))
    return found


def _without_desk(at: Here, number: int, end: Ended) -> str:
    """Part 1 says it for all."""
    why, copy = " ".join(end.says), copies.recall(at.names, number)
    if end.code != AWAY:
        return requests.NOT_GIVEN.format(card=at.card, why=why) if number == 1 else ""
    if copy is None:
        return requests.NO_COPY.format(why=why) if number == 1 else ""
    age = requests.age(time.time() - copy.kept_at)
    return _joined([requests.AWAY.format(why=why, age=age), copy.text]) if number == 1 else copy.text


def _joined(pieces: list[str]) -> str:
    """The first one, and of the others what still fits under the cap."""
    text = ""
    for piece in filter(None, pieces):
        joined = f"{text}\n\n{piece}" if text else piece
        text = joined if not text or _size(joined) <= CAP else text
    return text


def _size(text: str) -> int:
    """As JavaScript counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
