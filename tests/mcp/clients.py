"""The official client of MCP, connected as agents connect, and the API for what a person does meanwhile."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.types import CallToolResult, TextContent

from tests.agent.desks import RealDesk, shell_in

NOTE = (
    "## Goal\nship {card}\n\n## Done\n\n## Next\n- check the deposit\n\n## Decisions and why\n\n## Dead ends\n\n"
    "## Files touched\n\n## How to verify\n\n## Checklist status\n\n## Open questions\n"
)


@dataclass(frozen=True)
class Door:
    """One of the ways in, for one token and one card."""

    way: str
    desk: RealDesk
    token: str
    card: str
    folder: Path
    mode: str = "auto"

    def open(self) -> Any:
        return over_http(self.desk, self.token, self.mode) if self.way == "http" else self.over_stdio()

    def over_stdio(self) -> Client:
        shell = shell_in(self.folder, HANDOFF_URL=self.desk.url, HANDOFF_PROJECT="shop", HANDOFF_TOKEN=self.token)
        args = ["-W", "error", "-m", "handoff_agent", "mcp"]
        started = StdioServerParameters(command=sys.executable, args=args, env=shell.env, cwd=shell.folder)
        return Client(started, mode=self.mode)

    @property
    def note(self) -> str:
        return NOTE.format(card=self.card)


@asynccontextmanager
async def over_http(desk: RealDesk, token: str, mode: str = "auto") -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with create_mcp_http_client(headers=headers) as http:
        transport = streamable_http_client(f"{desk.url}/mcp", http_client=http)
        async with Client(transport, mode=mode) as client:
            yield client


@dataclass(frozen=True)
class Person:
    """Writes over the API, without a thread of the test's loop."""

    url: str
    token: str

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        return await asyncio.to_thread(self._call, method, path, body)

    def _call(self, method: str, path: str, body: Any) -> Any:
        address = f"{self.url}/api/v1/projects/shop/{path}"
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        sent = Request(address, json.dumps(body).encode() if body else None, headers, method=method)
        with urlopen(sent, timeout=20) as answer:
            return json.loads(answer.read())


async def done(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The structured content of a call that went well."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, text_of(result)
    assert isinstance(result.structured_content, dict)
    return result.structured_content


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """What a model reads of a call that did not."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, text_of(result)
    return text_of(result)


def text_of(result: CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))
