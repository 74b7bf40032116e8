"""Addresses of the API. Whatever happens below `/api/`, the answer is never a page."""

from collections.abc import Callable, Iterator
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from notes.api.answers import refusal
from notes.api.desk import api
from notes.api.problems import NO_ADDRESS, wrong_method

View = Callable[..., HttpResponse]
PAGES = ("openapi-json", "openapi-view")


def named_methods(view: View) -> View:
    """ninja answers a method that is not there with an empty page."""

    @wraps(view)
    def door(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.status_code != 405:
            return response
        return wrong_method(request.method or "", response.headers["Allow"].split(", "))

    return door


@csrf_exempt
def nothing_here(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    return refusal(404, NO_ADDRESS)


def patterns() -> Iterator[URLPattern]:
    for pattern in api.urls[0]:
        if isinstance(pattern, URLPattern):
            pattern.callback = csrf_exempt(named_methods(view_of(pattern)))
            yield pattern


def view_of(pattern: URLPattern) -> View:
    """What ninja made, but for the pages that take any method and for its root, which is no address of ours."""
    if pattern.name == "api-root":
        return nothing_here
    return require_safe(pattern.callback) if pattern.name in PAGES else pattern.callback


urlpatterns = [path("v1/", (list(patterns()), "ninja", "api")), re_path("", nothing_here)]
