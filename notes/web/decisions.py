"""The decisions that wait, and one of them with all that a person needs to answer it."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from notes.models import Actor, Escalation
from notes.queries import decisions
from notes.web.clock import now_for
from notes.web.decide import pages
from notes.web.doors import decision_door, person_door
from notes.web.requests import Request


@require_safe
@person_door
def decision_index(request: Request) -> HttpResponse:
    now = now_for(request.user)
    found = decisions.decisions(request.user, now)
    context = {"found": found, "now": now, "decisions_waiting": found.yours}
    return render(request, "decisions/list.html", context)


@require_safe
@decision_door
def decision_page(request: Request, escalation: Escalation, actor: Actor) -> HttpResponse:
    return pages.show(request, escalation, actor)


@decision_door
def resume(request: Request, escalation: Escalation, actor: Actor) -> HttpResponse:
    """What was typed before the sign-in ran out, in its field again; nothing is sent by this."""
    notice = pages.Notice("warn", "You are signed in again. Nothing has been sent yet: what you typed is in its field.")
    return pages.show(request, escalation, actor, notice=notice, typed=request.POST.get("value", ""))
