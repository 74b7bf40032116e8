"""Asks an ASGI application without a server, as one from some address."""

import asyncio
from dataclasses import dataclass
from typing import Any

from handoff_site.request_body import Message


@dataclass(frozen=True, slots=True)
class Told:
    status: int
    headers: dict[str, str]
    content: bytes


def ask(
    application: Any, path: str, method: str = "GET", client: str = "10.9.9.9", kind: str = "http", **headers: str
) -> Told:
    return asyncio.run(asked(application, path, method, client, kind, **headers))


async def asked(application: Any, path: str, method: str, client: str, kind: str, **headers: str) -> Told:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    await application(scope(path, method, client, kind, **headers), receive, send)
    start, *bodies = sent
    found = {name.decode(): value.decode() for name, value in start["headers"]}
    return Told(start.get("status", 0), found, b"".join(body["body"] for body in bodies))


def scope(path: str, method: str, client: str, kind: str, **headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").lower().encode(), value.encode("latin1")) for name, value in headers.items()]
    return {
        "type": kind,
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "http_version": "1.1",
        "client": (client, 50_000),
        "headers": [(b"host", b"localhost"), *named],
    }
