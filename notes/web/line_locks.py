"""Locking lines of a note and handing them back, one at a time."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST

from notes.actions import line_locks
from notes.actions.errors import Invalid
from notes.models import Actor, Card
from notes.queries import note_view
from notes.queries.kept_rows import SOURCE
from notes.rules.authors.origins import Origin, parse_address
from notes.web.doors import card_door
from notes.web.note.line import lock
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
        level, says = messages.INFO, _words(name) if done else "Nothing was changed."
    except Invalid as error:
        level, says = messages.ERROR, error.problems[0].says
    if request.htmx:
        said = {"says": says, "failed": level == messages.ERROR}
        return render(request, "cards/_lock_changed.html", said | _changed(card, line))
    messages.add_message(request, level, says)
    view = "?view=source" if request.POST.get("view") == SOURCE else ""
    return redirect(f"{reverse('card', args=[card.project.slug, card.key])}{view}#{line}")


def _changed(card: Card, line: Origin) -> dict[str, object]:
    """The lock of the one line and the count, so that the rest of a long note stays as it is on the page."""
    card.refresh_from_db(fields=["revision", "locks_version"])
    sections = note_view.sections(card, card.revision)
    found = next((each for section in sections for each in section.lines if each.origin == line), None)
    if found is None:
        return {}
    html = mark_safe(lock(found, steered=True, swapped=True))  # noqa: S308  # of words and numbers of our own
    return {"line": html, "note": {"locked": note_view.locked_count(sections)}}


def _words(name: str) -> str:
    if name == "lock":
        return "Locked: agents keep the line word for word."
    return "Handed back: agents may change the line now."
