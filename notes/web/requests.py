"""What a view is handed: a request whose person is known, and that may come from htmx."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from notes.models import User


class Request(HttpRequest):
    """`at` is the newest event before anything of the page was read: what happens later is told to it."""

    user: User
    htmx: HtmxDetails
    at: int
