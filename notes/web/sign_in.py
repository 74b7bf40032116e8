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
# Where text is sent to that must not be lost, by the names of the addresses.
EDIT, ANSWERS = "edit", ("decision_answer", "decision_ask")
# Of a form that is kept: what goes along unseen, and what was typed for a decision.
UNSEEN, VALUE = ("base", "format", "draft", "save", "seen"), "value"
SIGNED_OUT = "You are signed out. Go on writing: your text is kept in this browser, and saving asks you to sign in."


def ask(request: Request) -> HttpResponse:
    """Who is writing is told so and led nowhere; a note that was sent stays on the page; others come back to theirs."""
    match = request.resolver_match
    name = match.url_name if match else None
    if name == "check":
        return render(request, "edit/_signed_out.html", {"says": SIGNED_OUT}, status=401)
    if carries_text(request):
        return _keeping(request)
    if request.htmx:
        return HttpResponseClientRedirect(redirect_to_login(request.htmx.current_url_abs_path or "/").url)
    return redirect_to_login(request.get_full_path() if request.method != "POST" else _page_of(match))


def kept(form: Mapping[str, str]) -> dict[str, str]:
    """The fields of a form that hold what was typed, and what belongs to that."""
    return {name: value for name, value in form.items() if name in (*UNSEEN, VALUE) or is_box(name)}


def carries_text(request: HttpRequest) -> bool:
    """Whether this is a form with text that somebody typed."""
    name = request.resolver_match.url_name if request.resolver_match else None
    if request.method != "POST":
        return False
    return name == EDIT or (name in ANSWERS and bool(request.POST.get(VALUE, "").strip()))


def kept_for(request: HttpRequest) -> ResolverMatch | None:
    """The address that the text on a sign-in's form is meant for, if there is any."""
    try:
        match = resolve(request.POST.get(KEPT_PATH, ""))
    except Resolver404:
        return None
    return match if match.url_name in (EDIT, *ANSWERS) else None


def _page_of(match: ResolverMatch | None) -> str:
    """Where a button stands that cannot be pressed again by its address."""
    kwargs = match.kwargs if match else {}
    if "pk" in kwargs:
        return reverse("decision", args=[kwargs["pk"]])
    return reverse("card", args=[kwargs["slug"], kwargs["key"]]) if "key" in kwargs else "/"


def _keeping(request: Request) -> HttpResponse:
    match = request.resolver_match
    page = request.path if match and match.url_name == EDIT else _page_of(match)
    context: dict[str, Any] = {
        "form": LoginForm(request=request),
        "kept": kept(request.POST.dict()),
        "kept_path": request.path,
        "next": page,
    }
    return render(request, "account/login.html", context, status=401)
