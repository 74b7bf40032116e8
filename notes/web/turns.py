"""Saving into a work tree: the request waits for the runner, and what is answered is what came of it."""

from collections.abc import Callable

from notes.actions.notes import Outcome, Saved, TurnedDown, UnderWay
from notes.models import Card, PendingSave
from notes.models.pending_save import SaveState
from notes.queries.awaited import topic_of_save
from notes.queries.runners import save_of
from notes.rules.writing.work_trees import FOR_PEOPLE
from notes.web.requests import Request


def in_turn(request: Request, card: Card, save: Callable[[], Outcome]) -> Saved | TurnedDown | PendingSave:
    """Only the desk's own server can wait, and asks again; elsewhere the save is still under way."""
    wait = request.META.get("handoff.wait")
    if wait and wait.kept is not None:
        pending = save_of(card, wait.kept)
    else:
        outcome = save()
        if not isinstance(outcome, UnderWay):
            return outcome
        pending = outcome.save
    if wait and pending.state == SaveState.UNDER_WAY:
        wait.kept = pending.pk
        wait.until(topic_of_save(pending.pk), FOR_PEOPLE.total_seconds())
    return pending
