"""The handoff log of a project, and taking a handoff that is meant for a person."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from notes.actions.errors import Invalid
from notes.actions.handoffs import accept_handoff
from notes.models import Actor, Project, Role
from notes.models.handoff import HandoffState
from notes.queries import handoffs
from notes.web.doors import project_door
from notes.web.numbers import whole_number
from notes.web.requests import Request

STATES = ((HandoffState.SENT, "Not confirmed"), (HandoffState.ACCEPTED, "Accepted"), (HandoffState.STOPPED, "Stopped"))


@require_safe
@project_door
def handoff_log(request: Request, project: Project, actor: Actor) -> HttpResponse:
    state, before = request.GET.get("state", ""), whole_number(request.GET.get("before", ""))
    state = state if state in HandoffState.values else ""
    found, older = handoffs.log(project, state=state, before=before)
    context = {
        "project": project,
        "found": [handoffs.view_of(each) for each in found],
        "states": STATES,
        "state": state,
        "before": before,
        "older": older,
        "may_take": actor.may(Role.REVIEWER),
        "address": request.build_absolute_uri(f"/api/v1/projects/{project.slug}/cards/CARD/handoffs"),
    }
    return render(request, "handoffs/log.html", context)


@require_POST
@project_door
def accept(request: Request, project: Project, actor: Actor, pk: int) -> HttpResponse:
    handoff = handoffs.of_project(project, pk)
    try:
        accept_handoff(handoff=handoff, by=actor, now=timezone.now())
        messages.success(request, f"You have it: the handoff from {handoff.by_name} is accepted.")
    except Invalid as error:
        messages.error(request, error.problems[0].says)
    return redirect("handoffs", project.slug)
