"""Writes that may have to wait: for a save that is on its way into the card's work tree, their own or another's."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.utils import timezone

from notes.actions.notes import Outcome, UnderWay
from notes.actions.steps.pending_saves import Blocked
from notes.api.answers import answered
from notes.api.callers import Call
from notes.api.note_shapes import rendered, under_way
from notes.api.requests import keyed
from notes.models import ActorKind, Card, PendingSave
from notes.models.pending_save import SaveState
from notes.queries.awaited import topic_of_save
from notes.queries.runners import save_of
from notes.rules.writing.work_trees import FOR_PEOPLE, FOR_PROGRAMS

Write = Callable[..., Outcome]


def in_turn(request: Call, card: Card, write: Write) -> HttpResponse:
    """Only the desk's own server can wait; elsewhere the answer comes at once."""
    wait = request.META.get("handoff.wait")
    if wait and wait.kept is not None:
        return _told(save_of(card, wait.kept), wait)
    try:
        outcome = write(by=request.auth.actor, now=timezone.now(), keyed=keyed(request, rendered))
    except Blocked as blocked:
        # A runner has the answer that is waited for: it must not wait for itself.
        if wait and request.auth.actor.kind != ActorKind.RUNNER:
            wait.until(topic_of_save(blocked.save.pk), FOR_PROGRAMS.total_seconds())
        raise
    return _told(outcome.save, wait) if isinstance(outcome, UnderWay) else answered(*rendered(outcome))


def _told(save: PendingSave, wait: Any) -> HttpResponse:
    """What came of it, once something has."""
    if wait and save.state == SaveState.UNDER_WAY:
        wait.kept = save.pk
        wait.until(topic_of_save(save.pk), FOR_PEOPLE.total_seconds())
    return answered(*under_way(save))
