"""Chooses page or fragment."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from notes.web.requests import Request


def page(request: Request, name: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """`cards/list.html`, or `cards/_list.html` where htmx asked for a part of it: on the way back it wants the page."""
    folder, _, file = name.rpartition("/")
    part = request.htmx and not request.htmx.history_restore_request
    response = render(request, f"{folder}/_{file}" if part else name, context, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-History-Restore-Request"])
    return response
