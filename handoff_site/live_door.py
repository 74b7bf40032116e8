"""/ws/: one socket for each open page. It is told that something happened; what, the page asks with its own rights."""

from time import monotonic
from urllib.parse import parse_qs, urlsplit

from handoff_site.bridge import Bridge
from handoff_site.live_keeper import SIGNED_OUT, Keeper
from handoff_site.live_rights import CARRIED, Unknown, rights_of
from handoff_site.live_sockets import Socket, closing, message
from handoff_site.request_body import Receive, Send
from handoff_site.wsgi_environ import Scope
from notes.live.bus import bus
from notes.live.hub import hub
from notes.live.presence import DOINGS, presence
from notes.live.tail import tail
from notes.rules.watching import Page

PATH = "/ws/"
MOST_SOCKETS = 3_500
# Why a socket is closed, in numbers of our own and of the protocol.
NORMAL, FULL, NOT_UNDERSTOOD = 1000, 1013, 4400


class LiveDoor:
    def __init__(self, http: Bridge, public_url: str) -> None:
        self.http, self.public_url = http, public_url
        self.keeper = Keeper(http, hub, tail, bus, presence)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        if scope["path"] != PATH or not self._is_from_here(scope):
            # Before it is accepted: the browser is answered 403.
            await send(closing(NORMAL))
            return
        await send({"type": "websocket.accept"})
        if len(self.keeper.sockets.all) >= MOST_SOCKETS or hub.has_ended:
            await send(closing(FULL))
            return
        at, socket = _opened(scope, send)
        self.keeper.open()
        try:
            if await self._greets(socket, at):
                await self._hear(socket, receive)
        finally:
            self.keeper.close(socket)

    async def _greets(self, socket: Socket, at: int) -> bool:
        """False where it was closed instead."""
        given, asked_at = self.keeper.sockets.given, monotonic()
        try:
            rights = await rights_of(self.http, socket.scope, socket.page, at)
        except Unknown:
            await socket.send(closing(FULL))
            return False
        if rights is None:
            await socket.send(closing(SIGNED_OUT))
            return False
        # What happened while that was asked may be in the answer or not.
        behind = rights.is_behind or self.keeper.sockets.given != given
        socket.write(message(hello=rights.newest, behind=behind, paused=bus.is_away))
        self.keeper.admit(socket, rights, asked_at)
        return True

    async def _hear(self, socket: Socket, receive: Receive) -> None:
        while (said := await receive())["type"] == "websocket.receive":
            if said.get("text") not in DOINGS:
                return await socket.send(closing(NOT_UNDERSTOOD))
            self.keeper.put(socket, said["text"])

    def _is_from_here(self, scope: Scope) -> bool:
        """Another site's page would come with this browser's cookies. Whether the host is ours, Django says."""
        found = dict(scope["headers"])
        origin = found.get(b"origin", b"").decode("latin1")
        return origin == self.public_url or (bool(origin) and urlsplit(origin).netloc.encode() == found.get(b"host"))


def _opened(scope: Scope, send: Send) -> tuple[int, Socket]:
    """Up to which event its page was made, and the socket, which keeps of its headers only what is asked with."""
    query = parse_qs(scope["query_string"].decode("latin1"))
    scope["headers"] = [pair for pair in scope["headers"] if pair[0] in CARRIED]
    return _number(query, "at") or 0, Socket(send, Page(_number(query, "project"), _number(query, "card")), scope)


def _number(query: dict[str, list[str]], name: str) -> int | None:
    value = query.get(name, [""])[-1]
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 19 else None
