"""Clears the note of a card whose run succeeded. What people locked stays, whoever says that it did."""

from datetime import datetime

from notes.actions.steps.history import record
from notes.actions.steps.revisions import add_revision
from notes.models import Actor, Card, Event
from notes.queries import notes
from notes.rules.writing.clearing import judge_cleared
from notes.rules.writing.verdicts import Refused

VERB = "note.cleared"


def clear_note(card: Card, *, by: Actor, now: datetime, round: int) -> None:
    """Where there is one, and it is not cleared yet."""
    standing = notes.standing(card)
    if not card.project.shows_content:
        # It is cleared where it is kept, once the machine asks for its rounds.
        return
    if standing.newest is None or _is_cleared(card):
        return
    verdict = judge_cleared(standing, card.title)
    if isinstance(verdict, Refused):
        codes = sorted({problem.code for problem in verdict.problems})
        record("note.not_cleared", by=by, now=now, card=card, round=round, codes=codes)
        return
    revision = add_revision(card, verdict, by=by, now=now, round=round)
    record(VERB, by=by, now=now, card=card, revision=revision, round=round, kept=len(verdict.put_back))


def _is_cleared(card: Card) -> bool:
    """By what made its newest revision: the words of clearing may stand in any note."""
    last = Event.objects.filter(card=card, verb=VERB).order_by("-pk").first()
    return last is not None and last.data["revision"] == card.revision
