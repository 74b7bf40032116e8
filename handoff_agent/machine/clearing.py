"""Clears the note of a card whose run succeeded. Whoever runs it tells the desk, so that is asked."""

from datetime import datetime

from handoff_agent.client import Call
from handoff_agent.machine import notes
from handoff_agent.machine.author import Author
from handoff_agent.machine.here import Here
from handoff_agent.machine.shelf import KeptCard, Row
from notes.rules.rounds.headless import HEADLESS, SUCCEEDED
from notes.rules.writing.clearing import judge_cleared
from notes.rules.writing.verdicts import Accepted


def catch_up(here: Here, known: KeptCard) -> None:
    """Where the desk is away the note stays as it is till later. Raises Taken."""
    if known.kind not in HEADLESS or not known.written_at:
        return
    over = _over(here, known.card)
    if over is None or over["number"] <= known.over:
        return
    about = here.ask_beside(Call("GET", here.on_card(known.card)))
    if about is None or not about.is_done:
        return
    with here.holding(known) as kept:
        kept.over = over["number"]
        if kept.revision != kept.cleared and _is_left(kept, over):
            _clear(here, kept, about.json["title"], Author(**over["started_by"]))
        here.shelf.put(kept)


def _over(here: Here, card: str) -> Row | None:
    """The newest round, if it succeeded: what a later one left is not an earlier one's to clear."""
    answer = here.ask_beside(Call("GET", here.on_card(card, "rounds")))
    rounds = answer.json["rounds"] if answer and answer.is_done else []
    return next((each for each in rounds[:1] if each["outcome"] == SUCCEEDED), None)


def _is_left(kept: KeptCard, over: Row) -> bool:
    """What was written after the run is no note of it; where nobody said when it ended, all is."""
    ended_at, written_at = over["ended_at"], kept.written_at
    return written_at is not None and (ended_at is None or written_at <= datetime.fromisoformat(ended_at))


def _clear(here: Here, kept: KeptCard, title: str, by: Author) -> None:
    """In the name of whose run it was: whoever asks next may be a person, who wrote nothing."""
    verdict = judge_cleared(notes.standing(here.shelf, kept), title)
    if isinstance(verdict, Accepted):
        notes.add(here.shelf, kept, verdict, {"round": kept.over}, by)
        kept.cleared = kept.revision
        here.tell(kept)
