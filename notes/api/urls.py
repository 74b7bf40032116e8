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
    """ninja knows no HEAD, and answers a method that is not there with an empty page."""

    @wraps(view)
    def door(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.method == "HEAD":
            return _head(view, request, *args, **kwargs)
        response = view(request, *args, **kwargs)
        return _wrong_method(request, response) if response.status_code == 405 else response

    return door


def _head(view: View, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """What GET answers, without its body. The log tells of a HEAD."""
    request.method = "GET"
    try:
        response = view(request, *args, **kwargs)
    finally:
        request.method = "HEAD"
    if response.status_code == 405:
        response = _wrong_method(request, response)
    response.headers["Content-Length"] = str(len(response.content))
    response.content = b""
    return response


def _wrong_method(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    permitted = set(response.headers["Allow"].split(", "))
    return wrong_method(request.method or "", permitted | ({"HEAD"} if "GET" in permitted else set()))


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
