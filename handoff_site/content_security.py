"""Tells browsers that a page of the desk loads from the desk alone. One header, the same on every answer."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

HEADER = "Content-Security-Policy"
POLICY = "; ".join(
    (
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
# Django's own pages for these, shown to developers alone, have their style within.
SHOWN_WHILE_DEBUGGING = (404, 500)


class ContentSecurity:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not (response.status_code in SHOWN_WHILE_DEBUGGING and settings.DEBUG):
            response.headers[HEADER] = POLICY
        return response
