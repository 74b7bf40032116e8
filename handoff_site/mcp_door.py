"""/mcp: the tools over streamable HTTP. Each request stands alone, with its token; each tool is a call of the API.

A client whose connection was lost may send the same request again, and there is no session that could tell. So the
whole request, with its id, is the key of what it writes; only for so long as a client tries again, since another client
counts its ids from the beginning too.
"""

import hashlib
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings

from handoff_agent.mcp.desk import Body, Desk, Said
from handoff_agent.mcp.server import make_server
from handoff_site import inner_call, request_body
from handoff_site.bridge import SECONDS_FOR_A_BODY, Bridge
from handoff_site.inner_call import Inner, Once
from handoff_site.request_body import Gone, Message, Receive, Refused, Send
from handoff_site.wsgi_environ import Scope
from notes.api.answers import refusal
from notes.api.problems import wrong_method
from notes.rules.problems import Problem

PATH = "/mcp"
WHOAMI = "/whoami"
# In the scope of a request whose token was seen: the desk as its caller sees it.
DESK = "handoff.desk"
TRIES_AGAIN_SECONDS = 60
# What leaves something else behind when it is done twice. A PUT says how it is to be.
NOT_TWICE = ("POST", "PATCH")


class InsideDesk:
    """As the caller of one request sees it; `request` is its body, `client` tells when it hangs up."""

    def __init__(self, http: Bridge, scope: Scope, project: str, request: bytes, client: Receive) -> None:
        self.http, self.scope, self.opened = http, scope, project
        self.request, self.client = request, client

    async def project(self) -> str:
        return self.opened

    async def call(self, method: str, path: str, body: Body | None = None, *, seconds: int = 0) -> Said:  # noqa: ARG002
        once = self._once(method, path) if method in NOT_TWICE else None
        try:
            found = await inner_call.call(self.http, self.scope, method, path, body, once=once, client=self.client)
        except Gone:
            raise ToolError("The client hung up.") from None
        return Said(found.status, found.json)

    def _once(self, method: str, path: str) -> Once:
        asked = hashlib.sha256(f"{method} {path}\n".encode() + self.request).hexdigest()
        return Once(f"mcp-{asked}", TRIES_AGAIN_SECONDS)

    async def tie(self, card: str) -> str:  # noqa: ARG002
        """Every request stands alone: there is no place to remember it for."""
        return ""


class McpDoor:
    def __init__(self, http: Bridge, *, hosts: Iterable[str], public_url: str, largest_body: int) -> None:
        self.http = http
        self.largest_body = largest_body
        self.tools: Any = make_server(desk_of).streamable_http_app(
            streamable_http_path=PATH,
            stateless_http=True,
            json_response=True,
            max_request_body_size=largest_body,
            transport_security=security(hosts, public_url),
        )

    def takes(self, scope: Scope) -> bool:
        return unquote(scope["raw_path"].decode("latin1")).rstrip("/") == PATH

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            told = await self.answer(scope, receive, send)
        except Gone:
            return
        for message in told:
            await send(message)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> list[Message]:
        """What turns the request away, before anything of it is read. Empty once the tools have answered."""
        who = await inner_call.call(self.http, scope, "GET", WHOAMI)
        if who.status != 200:
            return inner_call.answer(who.status, _pointed_here(who), who.content)
        if scope["method"] != "POST":
            return _told(wrong_method(scope["method"], ["POST"]))
        limits: dict[str, Any] = {"limit": self.largest_body, "seconds": SECONDS_FOR_A_BODY}
        try:
            body = await request_body.read(receive, scope["headers"], **limits)
        except Refused as refused:
            closing = [(b"connection", b"close")] if refused.hangs_up else []
            return _told(refusal(refused.status, Problem(refused.code, refused.says)), closing)
        desk = InsideDesk(self.http, scope, who.json["project"], body, receive)
        await self.tools(scope | {"path": PATH, DESK: desk}, _again(body, receive), send)
        return []


def desk_of(request: Any) -> Desk:
    found: Desk = request.scope[DESK]
    return found


def security(hosts: Iterable[str], public_url: str) -> TransportSecuritySettings:
    """The hosts of the desk at any port. Where they are patterns Django alone holds them against the request: it
    answers the call that asks whose the token is.
    """
    named = list(hosts)
    ports = [pattern for host in named for pattern in (host, f"{host}:*")]
    origins = [f"{scheme}://{host}" for scheme in ("http", "https") for host in ports]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=not any(host.startswith((".", "*")) for host in named),
        allowed_hosts=ports,
        allowed_origins=[public_url, *origins],
    )


def _again(body: bytes, receive: Receive) -> Receive:
    """What was read is there once more; after it comes what the client does next."""
    coming: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return coming.pop() if coming else await receive()

    return again


def _told(response: Any, more: Iterable[tuple[bytes, bytes]] = ()) -> list[Message]:
    headers = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in response.items()]
    return inner_call.answer(response.status_code, [*headers, *more], response.content)


def _pointed_here(who: Inner) -> list[tuple[bytes, bytes]]:
    """Where plain HTTP is sent on to HTTPS, that is to this address."""
    asked = (inner_call.API + WHOAMI).encode()
    return [
        (name, value.replace(asked, PATH.encode()) if name == b"location" else value) for name, value in who.headers
    ]
