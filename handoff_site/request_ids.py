"""Gives each request an id, which stands in its answer, in its log lines and on its error page."""

import logging
import re
from collections.abc import Callable, Container
from secrets import token_hex
from typing import Any, TypeVar

from django.http import HttpRequest

from handoff_site.request_body import Message, Receive, Send
from handoff_site.wsgi_environ import Scope
from notes.api.request_ids import current
from notes.rules.hygiene.secret_kinds import secret_kinds

T = TypeVar("T")

HEADER = b"x-request-id"
# Of a line that belongs to no request.
NONE = "-"
NAMED_BY_HEADERS = {"http.response.start", "websocket.accept"}
SANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:=-]{7,127}")


class RequestIds:
    """A trusted proxy may have given one already; whatever else comes under that name is not looked at."""

    def __init__(self, application: Any, trusted: Container[str | None]) -> None:
        self.application = application
        self.trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.application(scope, receive, send)
            return
        request_id = self._told(scope) or new()
        current.set(request_id)

        async def named(message: Message) -> None:
            if message["type"] in NAMED_BY_HEADERS:
                message["headers"] = [*message.get("headers", ()), (HEADER, request_id.encode())]
            await send(message)

        await self.application(scope, receive, named)

    def _told(self, scope: Scope) -> str | None:
        told = next((value for name, value in scope["headers"] if name == HEADER), None)
        if told is None or next(iter(scope.get("client") or ()), None) not in self.trusted:
            return None
        return sane(told.decode("latin1"))


class OnEveryLine(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current.get() or NONE
        return True


def on_pages(_request: HttpRequest) -> dict[str, str]:
    return {"request_id": current.get()}


def new() -> str:
    return token_hex(8)


def sane(told: str) -> str | None:
    return told if SANE.fullmatch(told) and not secret_kinds(told) else None


def known_by(request_id: str, function: Callable[..., T], *args: Any) -> T:
    """For a thread of the bridge. A copy of the whole context would part it from what Django keeps for the thread."""
    token = current.set(request_id)
    try:
        return function(*args)
    finally:
        current.reset(token)
