"""Signing in, with the text that was typed before the last sign-in ran out."""

from allauth.account.views import LoginView
from django.http import HttpRequest, HttpResponseBase

from notes.web import editing
from notes.web.sign_in import KEPT_PATH, kept, kept_edit

login = LoginView.as_view()


def sign_in(request: HttpRequest) -> HttpResponseBase:
    response: HttpResponseBase = login(request)
    match = kept_edit(request) if request.method == "POST" else None
    if match is None:
        return response
    if request.user.is_authenticated and response.status_code == 302:
        return editing.resume(request, **match.kwargs)
    if context := getattr(response, "context_data", None):
        context |= {"kept": kept(request.POST.dict()), "kept_path": request.POST[KEPT_PATH]}
    return response
