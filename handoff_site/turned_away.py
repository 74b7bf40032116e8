"""What no view gets to see is answered as the door that it came to answers: the API in problems, all else in pages."""

import sys
from collections.abc import Callable

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from handoff_site.bridge import REFUSED
from handoff_site.request_body import Refused
from handoff_site.request_ids import on_pages
from notes.api import problems
from notes.api.answers import refusal
from notes.rules.problems import Problem
from notes.web import errors

GetResponse = Callable[[HttpRequest], HttpResponse]


class RefusedBodies:
    """A body that did not come, or is too large, comes without a view."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refused: Refused | None = request.META.get(REFUSED)
        return self.get_response(request) if refused is None else turn_away(request, refused)


def turn_away(request: HttpRequest, refused: Refused) -> HttpResponse:
    if is_for_api(request):
        return refusal(refused.status, Problem(refused.code, refused.says))
    if refused.status == 413:
        return errors.bad_request(request, RequestDataTooBig())
    return HttpResponse(f"{refused.says}\n", status=refused.status, content_type="text/plain; charset=utf-8")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problems.response_to(exception) if is_for_api(request) else errors.bad_request(request, exception)


def failed(request: HttpRequest) -> HttpResponse:
    """Django has logged why. These pages ask the database nothing, not even who is signed in."""
    error = sys.exc_info()[1]
    if is_for_api(request):
        return problems.response_to(error)
    context = on_pages(request)
    if isinstance(error, OperationalError | InterfaceError):
        return HttpResponse(render_to_string("503_database.html", context), status=503, headers={"Retry-After": "5"})
    return HttpResponse(render_to_string("500.html", context), status=500)


def is_for_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")
