"""Pages for what went wrong, in the product's words."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from notes.web.sign_in import kept


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    too_large = isinstance(exception, RequestDataTooBig)
    return render(request, "413.html" if too_large else "400.html", status=413 if too_large else 400)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """The form was open for too long, or came from elsewhere. A note that was typed is shown, to be sent again."""
    match = request.resolver_match
    typed = kept(request.POST.dict()) if match and match.url_name == "edit" else {}
    return render(request, "403_csrf.html", {"kept": typed, "address": request.path}, status=403)
