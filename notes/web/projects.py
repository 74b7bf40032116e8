"""A person's projects."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from notes.queries.project_list import project_list
from notes.web.doors import person_door
from notes.web.requests import Request


@require_safe
@person_door
def project_index(request: Request) -> HttpResponse:
    return render(request, "projects.html", {"projects": project_list(request.user)})
