"""One line per request: what was asked, how it ended, how long it took. Never a query, a body or a header."""

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any
from urllib.parse import unquote

from django.http import HttpRequest, HttpResponseBase

from handoff_site import metrics
from handoff_site.log_words import shown_path
from handoff_site.request_ids import known_by, new
from notes.api import request_ids

logger = logging.getLogger("handoff.request")

# In the environment of a request that may wait: see waiting.py.
WAIT = "handoff.wait"
# What servers write where the client did not stay for the answer.
GONE = 499


class RequestLogMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # Without the front (front.py), as under another server, it has no id yet.
        return known_by(request_ids.current.get() or new(), self._answer, request)

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        begun = monotonic()
        response = self.get_response(request)
        wait = request.META.get(WAIT)
        # An answer that would rather wait is dropped; the last one has the time of them all.
        if wait and wait.topic:
            return response
        if wait and wait.has_waited:
            metrics.count_long_poll(response.status_code, monotonic() - wait.begun)
            begun = wait.begun
        else:
            metrics.count(request, response.status_code, monotonic() - begun)
        _write(request.method or "", request.path, response.status_code, begun)
        return response


def write_gone(scope: dict[str, Any], begun: float) -> None:
    metrics.count_long_poll(GONE, monotonic() - begun)
    _write(scope["method"], unquote(scope["raw_path"]), GONE, begun)


def _write(method: str, path: str, status: int, begun: float) -> None:
    facts = {
        "method": method,
        "path": shown_path(path),
        "status": status,
        "milliseconds": round((monotonic() - begun) * 1000, 1),
    }
    logger.info("%(method)s %(path)s %(status)s %(milliseconds)s ms", facts, extra={"facts": facts})
