"""Asking people to sign in without losing what they were about to send."""

from collections.abc import Mapping
from typing import Any

from allauth.account.forms import LoginForm
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django_htmx.http import HttpResponseClientRedirect

from notes.web.edit.boxes import is_box
from notes.web.requests import Request

KEPT_PATH = "kept_path"
SIGNED_OUT = "You are signed out. Go on writing: your text is kept in this browser, and saving asks you to sign in."


def ask(request: Request) -> HttpResponse:
    """Who is writing is told so and led nowhere; a note that was sent stays on the page; others come back to theirs."""
    match = request.resolver_match
    name = match.url_name if match else None
    if name == "check":
        return render(request, "edit/_signed_out.html", {"says": SIGNED_OUT}, status=401)
    if name == "edit" and request.method == "POST":
        return _keeping(request)
    if request.htmx:
        return HttpResponseClientRedirect(redirect_to_login(request.htmx.current_url_abs_path or "/").url)
    return redirect_to_login(request.get_full_path() if request.method != "POST" else _page_of(match))


def kept(form: Mapping[str, str]) -> dict[str, str]:
    """The fields of a note's form, with the name that its draft has in the browser."""
    return {name: value for name, value in form.items() if name in ("base", "format", "draft") or is_box(name)}


def kept_edit(request: HttpRequest) -> ResolverMatch | None:
    """The edit page that the text on this form belongs to, if there is any."""
    try:
        match = resolve(request.POST.get(KEPT_PATH, ""))
    except Resolver404:
        return None
    return match if match.url_name == "edit" else None


def _page_of(match: ResolverMatch | None) -> str:
    """Where a button stands that cannot be pressed again by its address."""
    kwargs = match.kwargs if match else {}
    return reverse("card", args=[kwargs["slug"], kwargs["key"]]) if "key" in kwargs else "/"


def _keeping(request: Request) -> HttpResponse:
    context: dict[str, Any] = {
        "form": LoginForm(request=request),
        "kept": kept(request.POST.dict()),
        "kept_path": request.path,
        "next": request.path,
    }
    return render(request, "account/login.html", context, status=401)
