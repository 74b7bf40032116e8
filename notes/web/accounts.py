"""Signing in, with the text that was typed before the last sign-in ran out."""

from allauth.account.views import LoginView
from django.http import HttpRequest, HttpResponseBase

from notes.web import decisions, editing
from notes.web.sign_in import EDIT, KEPT_PATH, kept, kept_for

login = LoginView.as_view()


def sign_in(request: HttpRequest) -> HttpResponseBase:
    response: HttpResponseBase = login(request)
    match = kept_for(request) if request.method == "POST" else None
    if match is None:
        return response
    if request.user.is_authenticated and response.status_code == 302:
        resume = editing.resume if match.url_name == EDIT else decisions.resume
        return resume(request, **match.kwargs)
    if context := getattr(response, "context_data", None):
        context |= {"kept": kept(request.POST.dict()), "kept_path": request.POST[KEPT_PATH]}
    return response
