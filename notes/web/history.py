"""The history of a note: its revisions, what each changed, and going back to one."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from notes.actions.errors import Invalid
from notes.actions.notes import Outcome, Saved, UnderWay, restore_revision
from notes.actions.steps.pending_saves import Blocked
from notes.models import Actor, Card, PendingSave, Role
from notes.models.pending_save import SaveState
from notes.queries import reported
from notes.queries.history_view import history, revision_view
from notes.queries.kept_rows import RENDERED, SOURCE
from notes.rules.problems import Problem
from notes.rules.writing import work_trees
from notes.web.doors import card_door
from notes.web.note.rows import rows
from notes.web.numbers import whole_number
from notes.web.requests import Request
from notes.web.turns import in_turn


@require_safe
@card_door
def revisions(request: Request, card: Card, actor: Actor) -> HttpResponse:  # noqa: ARG001
    before = _number(request, "before")
    if not card.project.shows_content:
        context = {"project": card.project, "card": card, "found": reported.history(card, before)}
        return render(request, "history/kept.html", context)
    found = history(card, before)
    return render(request, "history/revisions.html", {"project": card.project, "card": card, "found": found})


@require_safe
@card_door
def revision(request: Request, card: Card, actor: Actor, number: int) -> HttpResponse:
    if not card.project.shows_content:
        return redirect(f"{reverse('history', args=[card.project.slug, card.key])}?before={number + 1}")
    seen = revision_view(card, number)
    view = SOURCE if request.GET.get("view") == SOURCE else RENDERED
    context = {
        "project": card.project,
        "card": card,
        "seen": seen,
        "note": rows(card, seen.revision, view, steered=False),
        "view": view,
        "may_restore": actor.may(Role.OPERATOR) and number != card.revision,
    }
    return render(request, "history/revision.html", context)


@require_POST
@card_door
def restore(request: Request, card: Card, actor: Actor, number: int) -> HttpResponse:
    seen = _number(request, "seen") or 0
    try:
        outcome = in_turn(request, card, partial(_bring_back, card, actor, number, seen))
    except Invalid as error:
        messages.error(request, _not_done(error.problems[0]))
        return redirect("revision", card.project.slug, card.key, number)
    if isinstance(outcome, PendingSave):
        _tell(request, number, outcome)
    elif isinstance(outcome, Saved):
        messages.success(request, _words(number, outcome.revision))
    return redirect("card", card.project.slug, card.key)


def _bring_back(card: Card, actor: Actor, number: int, seen: int) -> Outcome:
    """Pressed twice it is on its way already: the page waits for that."""
    try:
        return restore_revision(card=card, by=actor, now=timezone.now(), number=number, seen=seen)
    except Blocked as error:
        if (error.save.user_id, error.save.restored) != (actor.user_id, number):
            raise
        return UnderWay(error.save)


def _tell(request: Request, number: int, save: PendingSave) -> None:
    """What came of it in the work tree."""
    if save.state == SaveState.SAVED and save.revision:
        messages.success(request, _words(number, save.revision))
    else:
        failed = save.state == SaveState.FAILED
        messages.error(request, _not_done(work_trees.not_applied(save.why) if failed else work_trees.NO_ANSWER))


def _not_done(problem: Problem) -> str:
    headline = work_trees.HEADLINES.get(problem.code)
    return f"{headline} {problem.says}" if headline else problem.says


def _words(number: int, now: int) -> str:
    if now == number:
        return f"Revision {number} is the newest already, so nothing was changed."
    return f"Revision {number} stands again, as revision {now}. Each line has the author that it had then."


def _number(request: HttpRequest, name: str) -> int | None:
    return whole_number((request.POST or request.GET).get(name, ""))
