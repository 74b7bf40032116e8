"""The desk from beside an agent: over HTTP, with the settings of the command, and what waits sent first."""

import json
import secrets
from pathlib import Path
from urllib.parse import unquote

import anyio
from mcp.server.mcpserver.exceptions import ToolError

from handoff_agent import tracking, words
from handoff_agent.client import GRACE_SECONDS, READ_SECONDS, Call
from handoff_agent.connection import Connection, connection
from handoff_agent.ended import Away, Ended
from handoff_agent.file_lock import Taken
from handoff_agent.hooks.saved import put_note
from handoff_agent.mcp.desk import Body, Said
from handoff_agent.mcp.server import make_server
from handoff_agent.spool import Write
from handoff_agent.work_tree import work_tree

# What the part of a card's address that is written is called where writes are kept.
KEPT_AS = {("PUT", "note"): "save", ("PATCH", "note"): "append", ("PUT", "facts"): "fact", ("PUT", ""): "card"}


class BesideAgent:
    """Nothing is asked of the settings before the first call: what is not set is then told to the model."""

    def __init__(self, options: dict[str, str | None]) -> None:
        self.options = options
        self.known: Connection | None = None

    async def project(self) -> str:
        return (await self._connection()).project

    async def call(self, method: str, path: str, body: Body | None = None, *, seconds: int = 0) -> Said:
        known = await self._connection()
        ask = _kept if method in ("PUT", "PATCH") else _asked
        try:
            return await anyio.to_thread.run_sync(ask, known, method, path, body, seconds)
        except Ended as end:
            raise ToolError("\n".join(end.says)) from None

    async def tie(self, card: str) -> str:
        tree = work_tree(Path.cwd())
        if tree is None:
            return ""
        tracking.track(tree, card)
        return f"branch {tree.branch}" if tree.branch else "this work tree"

    async def _connection(self) -> Connection:
        if self.known is None:
            try:
                self.known = await anyio.to_thread.run_sync(connection, self.options)
            except Ended as end:
                raise ToolError("\n".join(end.says)) from None
        return self.known


def serve(options: dict[str, str | None]) -> None:
    """Until stdin ends. Stdout belongs to the protocol."""
    beside = BesideAgent(options)
    make_server(lambda _: beside).run()


def _asked(known: Connection, method: str, path: str, body: Body | None, seconds: int) -> Said:
    """Now or not at all, and safely twice where the answer was lost."""
    key = secrets.token_hex(16) if method == "POST" else ""
    text = None if body is None else json.dumps(body, ensure_ascii=False)
    read_seconds = seconds + GRACE_SECONDS if seconds else READ_SECONDS
    try:
        answer = known.heard(Call(method, path, text, key, read_seconds))
    except Taken:
        raise ToolError(words.TURN) from None
    except Away as away:
        says = words.NOT_REACHED.format(url=known.desk.url, why=away.why)
        raise ToolError(says if method == "GET" else f"{says} {words.NOT_KEPT}") from None
    return Said(answer.status, answer.json)


def _kept(known: Connection, method: str, path: str, body: Body | None, _seconds: int) -> Said:
    """Kept on disk first, and sent later where the desk is away."""
    card, _, more = path.split("/", 4)[-1].partition("/")
    named = more.partition("/")[0]
    write = Write(KEPT_AS[method, named], unquote(card), method, path, body or {})
    answer = put_note(known, write) if named == "note" else known.put(write)
    return Said(answer.status, answer.json)
