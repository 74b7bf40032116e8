"""Reads a request's body whole, or says why not, before any thread has to do with it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

Headers = Iterable[tuple[bytes, bytes]]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Refused(Exception):
    def __init__(self, status: int, says: str) -> None:
        super().__init__(says)
        self.status = status


class Gone(Exception):
    """The client went away before it had sent everything."""


async def read(receive: Receive, headers: Headers, *, limit: int, seconds: float) -> bytes:
    if int(dict(headers).get(b"content-length", b"0")) > limit:
        raise too_large(limit)
    try:
        async with asyncio.timeout(seconds):
            return await _whole(receive, limit)
    except TimeoutError:
        raise Refused(408, f"The request did not arrive within {seconds:.0f} seconds.") from None


async def refuse(send: Send, refused: Refused) -> None:
    fields = [(b"content-type", b"text/plain; charset=utf-8")]
    if refused.status == 408:
        # One that sends too much is heard out, or it would never read why; one that sends nothing is let go.
        fields.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": refused.status, "headers": fields})
    await send({"type": "http.response.body", "body": f"{refused}\n".encode()})


def too_large(limit: int) -> Refused:
    return Refused(413, f"The request is larger than {limit:,} bytes: send less at a time.")


async def _whole(receive: Receive, limit: int) -> bytes:
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        body += message.get("body", b"")
        if len(body) > limit:
            raise too_large(limit)
        more = message.get("more_body", False)
    return bytes(body)
