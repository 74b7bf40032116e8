"""A call of the API from inside the process: through the bridge, as if it had come with the request at hand."""

import asyncio
import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from handoff_site.bridge import Bridge
from handoff_site.request_body import Gone, Message, Receive
from handoff_site.wsgi_environ import KEY_SECONDS, Scope

# Who calls, and by which name of the desk.
CARRIED = (b"authorization", b"host")
API = "/api/v1"
JSON = (b"content-type", b"application/json")
# Of a call that a socket makes.
SCHEMES = {"ws": "http", "wss": "https"}


@dataclass(frozen=True, slots=True)
class Inner:
    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.content)
        return found


@dataclass(frozen=True, slots=True)
class Once:
    """The same key within so many seconds is the same call, and is answered as the first one was."""

    key: str
    seconds: int


async def call(
    http: Bridge,
    scope: Scope,
    method: str,
    path: str,
    body: dict[str, Any] | None = None,
    *,
    once: Once | None = None,
    client: Receive | None = None,
) -> Inner:
    """`path` below the API, quoted. What has to wait for a person waits in the event loop; raises Gone where the
    `client` hangs up meanwhile.
    """
    text = b"" if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
    return await ask(http, scope, method, API + path, text, once=once, client=client)


async def ask(
    http: Bridge,
    scope: Scope,
    method: str,
    path: str,
    text: bytes = b"",
    *,
    carried: Collection[bytes] = CARRIED,
    once: Once | None = None,
    client: Receive | None = None,
) -> Inner:
    """Any address of the desk. Of the headers of the request at hand go with it those that are `carried`."""
    coming: list[Message] = [{"type": "http.request", "body": text}]
    sent: list[Message] = []

    async def receive() -> Message:
        if coming:
            return coming.pop()
        return await (client() if client else asyncio.Future())

    async def send(message: Message) -> None:
        sent.append(message)

    await http(_inner(scope, method, path, carried, once), receive, send)
    if not sent:
        raise Gone
    start, *pieces = sent
    return Inner(start["status"], list(start["headers"]), b"".join(piece["body"] for piece in pieces))


def _inner(scope: Scope, method: str, path: str, carried: Collection[bytes], once: Once | None) -> Scope:
    where, _, query = path.partition("?")
    headers = [JSON, *(pair for pair in scope["headers"] if pair[0] in carried)]
    if once:
        headers.append((b"idempotency-key", once.key.encode()))
    return scope | {
        KEY_SECONDS: once.seconds if once else None,
        "scheme": SCHEMES.get(scope["scheme"], scope["scheme"]),
        "method": method,
        "raw_path": where.encode(),
        "query_string": query.encode(),
        "headers": headers,
    }


def answer(status: int, headers: Iterable[tuple[bytes, bytes]], content: bytes) -> list[Message]:
    return [
        {"type": "http.response.start", "status": status, "headers": list(headers)},
        {"type": "http.response.body", "body": content},
    ]
