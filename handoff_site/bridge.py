"""Serves a WSGI application from an ASGI server: no thread ever waits for a client.

Django's own ASGI handler crosses threads at every middleware and is several times slower. Here the event loop
reads a body whole, one thread makes the answer, and the loop sends it, however slow the client may be.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from handoff_site import request_body, request_log
from handoff_site.request_body import Gone, Headers, Receive, Refused, Send
from handoff_site.request_ids import known_by
from handoff_site.request_log import WAIT
from handoff_site.waiting import Wait
from handoff_site.wsgi_environ import Scope, environ
from notes.api import request_ids

T = TypeVar("T")
WsgiApplication = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

# In the environment of a request that the application is to turn away: why.
REFUSED = "handoff.refused"
# A page or an answer of the API fits into one piece; a large file is sent in several.
PIECE = 256 * 1024
SECONDS_FOR_A_BODY = 60


class Answer:
    """What the application answers. All of it happens in threads of the bridge."""

    def __init__(self, application: WsgiApplication, environment: dict[str, Any]) -> None:
        self.status = 500
        self.headers: list[tuple[bytes, bytes]] = []
        self.ended = False
        self.chunks = application(environment, self._start)
        self.rest = iter(self.chunks)
        self.piece = self.next_piece()

    def next_piece(self) -> bytes:
        """The next bytes; closes the answer once there are no more, in the thread that made them."""
        piece = bytearray()
        try:
            for chunk in self.rest:
                piece += chunk
                if len(piece) >= PIECE:
                    return bytes(piece)
        except BaseException:
            self.close()
            raise
        self.close()
        return bytes(piece)

    def close(self) -> None:
        self.ended = True
        getattr(self.chunks, "close", lambda: None)()

    def _start(self, status: str, headers: list[tuple[str, str]], *_: object) -> None:
        self.status = int(status.split(" ", 1)[0])
        self.headers = [
            # Django puts a blank before a cookie.
            (name.lower().encode("latin1"), value.strip().encode("latin1"))
            for name, value in headers
        ]


class Bridge:
    def __init__(self, application: WsgiApplication, *, threads: int, largest_body: int) -> None:
        self.application = application
        self.largest_body = largest_body
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="request")
        # Requests that threads are at, or that wait for one.
        self.answering = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limits = {"limit": self.largest_body, "seconds": SECONDS_FOR_A_BODY}
        try:
            body = await request_body.read(receive, scope["headers"], **limits)
        except Gone:
            return
        except Refused as refused:
            # The application says so: it knows what its clients read.
            closing = [(b"connection", b"close")] if refused.hangs_up else []
            answer = await self.ask(environ(scope, b"") | {REFUSED: refused})
            await self.send(answer, send, closing)
            return
        wait = Wait()
        try:
            answer = await self.answer(scope, body, wait, receive)
        except Gone:
            request_log.write_gone(scope, wait.begun)
            return
        await self.send(answer, send)

    async def answer(self, scope: Scope, body: bytes, wait: Wait, receive: Receive) -> Answer:
        """Asks again for as long as the application would rather wait than answer what it has."""
        answer = await self.ask(environ(scope, body) | {WAIT: wait})
        while wait.topic:
            await self.close(answer)
            await wait.over(wait.topic, receive)
            answer = await self.ask(environ(scope, body) | {WAIT: wait})
        return answer

    async def ask(self, environment: dict[str, Any]) -> Answer:
        self.answering += 1
        try:
            return await self.in_thread(Answer, self.application, environment)
        finally:
            self.answering -= 1

    async def send(self, answer: Answer, send: Send, more_headers: Headers = ()) -> None:
        headers = [*answer.headers, *more_headers]
        try:
            await send({"type": "http.response.start", "status": answer.status, "headers": headers})
            piece = answer.piece
            while not answer.ended:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                piece = await self.in_thread(answer.next_piece)
            await send({"type": "http.response.body", "body": piece})
        finally:
            await self.close(answer)

    async def close(self, answer: Answer) -> None:
        if not answer.ended:
            await self.in_thread(answer.close)

    def in_thread(self, function: Callable[..., T], *args: Any) -> Awaitable[T]:
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(self.pool, known_by, request_ids.current.get(), function, *args)
