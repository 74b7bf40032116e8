"""The one way from a tool to the desk: a call of its HTTP API, over the network or inside the desk itself."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import quote

from mcp.server.mcpserver import Context

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    status: int
    body: Body

    @property
    def is_done(self) -> bool:
        return self.status < 400


class Desk(Protocol):
    """As one caller sees it. `project` is the one that the token opens."""

    async def project(self) -> str: ...

    async def call(self, method: str, path: str, body: Body | None = None, *, seconds: int = 0) -> Said:
        """`path` as in the guide of the API, `seconds` what the desk may wait. Raises ToolError where it is away."""
        ...

    async def tie(self, card: str) -> str:
        """Remembers the card for the place where the agent works; says which place, empty where there is none."""
        ...


# For one request, which over stdio is None.
DeskOf = Callable[[Any], Desk]
Ctx = Context[DeskOf, Any]


def desk(ctx: Ctx) -> Desk:
    request = ctx.request_context
    return request.lifespan_context(request.request)


async def on_card(ctx: Ctx, card: str, *more: str) -> str:
    return await in_project(ctx, "cards", card, *more)


async def in_project(ctx: Ctx, *parts: str) -> str:
    return path("projects", await desk(ctx).project(), *parts)


def path(*parts: str) -> str:
    return "/" + "/".join(quote(part, safe="") for part in parts)
