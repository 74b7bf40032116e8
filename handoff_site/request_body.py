"""Reads a request's body whole, or says why not, before any thread has to do with it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

Headers = Iterable[tuple[bytes, bytes]]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


# One that sends too much is heard out, or it would never read why; but not for ever.
HEARD_OUT = 64 * 1024 * 1024


class Refused(Exception):
    """`hangs_up` says that more may be on its way, which nobody will read."""

    def __init__(self, status: int, code: str, says: str, *, hangs_up: bool) -> None:
        super().__init__(says)
        self.status, self.code, self.says, self.hangs_up = status, code, says, hangs_up


class Gone(Exception):
    """The client went away before it had sent everything."""


async def read(receive: Receive, headers: Headers, *, limit: int, seconds: float) -> bytes:
    told = dict(headers)
    announced = int(told.get(b"content-length", b"0"))
    if announced > limit and b"expect" in told:
        # It asked first and has sent nothing yet.
        raise too_large(limit, hangs_up=True)
    try:
        async with asyncio.timeout(seconds):
            return await _whole(receive, limit, announced)
    except TimeoutError:
        says = f"The request did not arrive within {seconds:.0f} seconds: send it again."
        raise Refused(408, "request.too_slow", says, hangs_up=True) from None


def too_large(limit: int, *, hangs_up: bool) -> Refused:
    says = f"The request is larger than {limit:,} bytes: send less at a time."
    return Refused(413, "request.too_large", says, hangs_up=hangs_up)


async def _whole(receive: Receive, limit: int, announced: int) -> bytes:
    body, heard, more = bytearray(), 0, True
    while more and heard <= limit + HEARD_OUT:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        part = message.get("body", b"")
        heard += len(part)
        if max(heard, announced) <= limit:
            body += part
        more = message.get("more_body", False)
    if max(heard, announced) > limit:
        raise too_large(limit, hangs_up=more)
    return bytes(body)
