"""Pages for what went wrong, in the product's words. What was typed is on each of them."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from notes.web.sign_in import KEPT_PATH, carries_text, kept, kept_for

SIGN_IN = "account_login"
# What a form without its proof left undone.
NOT_DONE = {
    SIGN_IN: "Not signed in: please try again",
    "account_logout": "You are still signed in",
    "handoff_accept": "The handoff was not taken: please try again",
    "lines": "No lock was changed: please try again",
    "restore": "Nothing was restored: please try again",
    "letters": "Nothing was saved: please try again",
    "decision_answer": "Nothing was answered: please try again",
    "decision_ask": "Nothing was asked: please try again",
}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    too_large = isinstance(exception, RequestDataTooBig)
    return render(request, "413.html" if too_large else "400.html", status=413 if too_large else 400)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", {"exception": str(exception), "kept": _typed(request)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    return render(request, "404.html", {"kept": _typed(request)}, status=404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """The form was open for too long, or came from elsewhere. What was typed is shown, to be sent again."""
    name = request.resolver_match.url_name if request.resolver_match else None
    address = request.POST[KEPT_PATH] if name == SIGN_IN and kept_for(request) else request.path
    if name == SIGN_IN and request.user.is_authenticated:
        heading = "You are signed in already"
    else:
        heading = NOT_DONE.get(name or "", "Not done: please try again")
    context = {"kept": _typed(request), "address": address, "heading": heading}
    return render(request, "403_csrf.html", context, status=403)


def _typed(request: HttpRequest) -> dict[str, str]:
    """What was sent to a form, or to the sign-in on its way there, and would be lost with this page."""
    match = request.resolver_match
    if request.method != "POST" or match is None:
        return {}
    carries = carries_text(request) or (match.url_name == SIGN_IN and kept_for(request))
    return kept(request.POST.dict()) if carries else {}
