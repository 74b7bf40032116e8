"""The first page: a person's projects and what is worth a look."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from notes.queries.home_view import home_view
from notes.web.doors import person_door
from notes.web.requests import Request


@require_safe
@person_door
def home(request: Request) -> HttpResponse:
    return render(request, "home.html", {"seen": home_view(request.user)})
