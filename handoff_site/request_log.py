"""One line per request: what was asked, how it ended, how long it took. Never a query, a body or a header."""

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from handoff_site.log_words import shown_path

logger = logging.getLogger("handoff.request")


class RequestLogMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        response = self.get_response(request)
        facts = {
            "method": request.method,
            "path": shown_path(request.path),
            "status": response.status_code,
            "milliseconds": round((time.perf_counter() - begun) * 1000, 1),
        }
        logger.info("%(method)s %(path)s %(status)s %(milliseconds)s ms", facts, extra={"facts": facts})
        return response
