"""/healthz, /readyz and /metrics: for the programs that look after the process.

They call it by its address, in plain HTTP and every few seconds. So these are answered before the desk looks at hosts,
sends on to https or writes a line of log, and in threads of their own, however busy the others are.
"""

import asyncio
import hmac
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST

from handoff_site import inner_call, metrics
from handoff_site.readiness import Readiness
from handoff_site.request_body import Receive, Send
from handoff_site.wsgi_environ import Scope

# Status, kind, content.
Said = tuple[int, str, bytes]

TEXT = "text/plain; charset=utf-8"


class Probes:
    def __init__(self, application: Any, token: str) -> None:
        self.application = application
        self.readiness = Readiness()
        self.scraping = ThreadPoolExecutor(1, thread_name_prefix="metrics")
        self.expected = f"Bearer {token}".encode()
        self.answers: dict[bytes, Callable[[Scope], Awaitable[Said]]] = {
            b"/healthz": self._alive,
            b"/readyz": self._ready,
        }
        if token:
            self.answers[b"/metrics"] = self._metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self.answers.get(scope["raw_path"]) if scope["type"] == "http" else None
        if answer is None:
            await self.application(scope, receive, send)
            return
        reads = scope["method"] in ("GET", "HEAD")
        status, kind, content = await answer(scope) if reads else (405, TEXT, b"GET it.\n")
        headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store"), *_length(content)]
        for message in inner_call.answer(status, headers, content):
            await send(message)

    async def _alive(self, _scope: Scope) -> Said:
        """The process takes requests. Nothing is asked of anyone else: to restart it would not mend that."""
        return _json(200, {"alive": True})

    async def _ready(self, _scope: Scope) -> Said:
        missing = await self.readiness.missing()
        if missing is None:
            return _json(200, {"ready": True})
        return _json(503, {"ready": False, "missing": missing.name, "says": missing.says})

    async def _metrics(self, scope: Scope) -> Said:
        told = dict(scope["headers"]).get(b"authorization", b"")
        if not hmac.compare_digest(told, self.expected):
            return 401, TEXT, b"Send `Authorization: Bearer` with METRICS_TOKEN.\n"
        content = await asyncio.get_running_loop().run_in_executor(self.scraping, metrics.scrape)
        return 200, CONTENT_TYPE_LATEST, content


def _json(status: int, said: dict[str, Any]) -> Said:
    return status, "application/json", json.dumps(said).encode() + b"\n"


def _length(content: bytes) -> list[tuple[bytes, bytes]]:
    return [(b"content-length", str(len(content)).encode())]
