"""Pages for what went wrong, in the product's words. A note that was typed is on each of them."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from notes.web.sign_in import kept


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    too_large = isinstance(exception, RequestDataTooBig)
    return render(request, "413.html" if too_large else "400.html", status=413 if too_large else 400)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", {"exception": str(exception), "kept": _typed(request)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    return render(request, "404.html", {"kept": _typed(request)}, status=404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """The form was open for too long, or came from elsewhere. A note that was typed is shown, to be sent again."""
    return render(request, "403_csrf.html", {"kept": _typed(request), "address": request.path}, status=403)


def _typed(request: HttpRequest) -> dict[str, str]:
    """What was sent to an edit page and would be lost with this one."""
    match = request.resolver_match
    return kept(request.POST.dict()) if match and match.url_name == "edit" and request.method == "POST" else {}
