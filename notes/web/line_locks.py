"""Locking lines of a note and handing them back, one at a time."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from notes.actions import line_locks
from notes.actions.errors import Invalid
from notes.models import Actor, Card
from notes.queries.card_view import meta
from notes.rules.origins import Origin, parse_address
from notes.web.doors import card_door
from notes.web.note.rows import RENDERED, SOURCE, VIEWS, rows
from notes.web.requests import Request

ACTIONS = {"lock": line_locks.lock_line, "hand_back": line_locks.hand_back}

NO_LINE = Origin(0, 0)


@require_POST
@card_door
def change(request: Request, card: Card, actor: Actor) -> HttpResponse:
    name = next((name for name in ACTIONS if name in request.POST), "lock")
    line = parse_address(request.POST.get(name, "")) or NO_LINE
    try:
        done = ACTIONS[name](card=card, by=actor, now=timezone.now(), line=line)
        says = _words(name) if done else "Nothing was changed."
    except Invalid as error:
        says = error.problems[0].says
    if request.htmx:
        return _fragment(request, card, says)
    messages.info(request, says)
    view = "?view=source" if request.POST.get("view") == SOURCE else ""
    return redirect(f"{reverse('card', args=[card.project.slug, card.key])}{view}#{line}")


def _fragment(request: Request, card: Card, says: str) -> HttpResponse:
    card.refresh_from_db(fields=["revision", "locks_version"])
    view = request.POST.get("view", RENDERED)
    view = view if view in VIEWS else RENDERED
    note = rows(card, meta(card, card.revision), view, steered=True)
    return render(request, "cards/_lock_changed.html", {"note": note, "view": view, "says": says})


def _words(name: str) -> str:
    if name == "lock":
        return "Locked: agents keep the line word for word."
    return "Handed back: agents may change the line now."
