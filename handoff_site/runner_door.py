"""/ws/runner/: one connection for a runner and all of its work trees.

It says hello; it is handed what a person saved, and answers what came of it; it is told where a note has moved on. Each
of its words is a call of the API with its token, so that rights and rules are those of every other caller.

    → {"hello": {"protocol", "version", "cards"}}   ← {"welcome": {"protocol"}}   again with other cards at any time
    ← {"apply": {"id", "card", "base_revision", "text", "digest", "format"}}
    → {"applied": id, "digest"} or {"failed": id, "why"}
    ← {"notes": {card: revision}} where they are new   → {"beat": true} every ten seconds, answered in kind
    ← {"settled": id, "state", "revision"}   ← {"refused": [sentences]}
"""

import asyncio
import json
import secrets
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from handoff_site import inner_call
from handoff_site.bridge import Bridge
from handoff_site.event_loop import soon
from handoff_site.inner_call import Inner
from handoff_site.live_sockets import closing
from handoff_site.request_body import Receive, Send
from handoff_site.wsgi_environ import Scope
from notes.live.hub import hub
from notes.live.tail import tail
from notes.rules.watching import Happening

PATH = "/ws/runner/"
SECONDS_OF_SILENCE = 40
LONGEST_REASON = 500
NO_RUNNER, NOT_UNDERSTOOD, ENDED = 4403, 4400, 1012
# The desk has no such save any more, or takes none: nothing will come of it.
GONE = (404, 409)
# After these a runner may have something to do.
NEWS = {"save.begun", "note.saved", "note.restored", "note.cleared", "note.imported", "note.reported"}


class RunnerDoor:
    def __init__(self, http: Bridge) -> None:
        self.http = http

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        who = await inner_call.call(self.http, scope, "GET", "/whoami")
        if hub.has_ended or who.status >= 500:
            # It comes again.
            await send(closing(ENDED))
            return
        if who.status != 200 or who.json["by"]["kind"] != "runner":
            await send(closing(NO_RUNNER))
            return
        await Link(self.http, scope, who.json["project"], send).serve(receive)


class Link:
    """One runner. What it says is dealt with in order; what it has to know is told in between."""

    def __init__(self, http: Bridge, scope: Scope, project: str, send: Send) -> None:
        self.http, self.scope, self.send = http, scope, send
        self.api = f"/projects/{quote(project, safe='')}"
        self.connection = secrets.token_hex(16)
        self.hello: dict[str, Any] | None = None
        # The saves that it was handed, where it was told its notes are, and what hints call their cards.
        self.handed: set[int] = set()
        self.told: dict[str, int] = {}
        self.cards: set[int] = set()
        self.news = asyncio.Event()
        self.has_ended = False

    async def serve(self, receive: Receive) -> None:
        loop = asyncio.get_running_loop()

        def hear(happened: Happening) -> None:
            if happened.verb in NEWS and happened.card in self.cards:
                soon(loop, self.news.set)

        hub.listen(hear)
        tail.needed()
        telling = asyncio.create_task(self._tell())
        try:
            # A runner that gives no sign of life has gone.
            with suppress(TimeoutError):
                await self._listen(receive)
        finally:
            hub.unlisten(hear)
            self.has_ended = True
            self.news.set()
            # A greeting that is on its way would say after the parting that it is here.
            await asyncio.wait([telling])
            await self._call("DELETE", f"/runner?connection={self.connection}")

    async def _listen(self, receive: Receive) -> None:
        while True:
            said = await asyncio.wait_for(receive(), SECONDS_OF_SILENCE)
            if said["type"] != "websocket.receive":
                return
            words = _read(said.get("text"))
            if words is None or not await self._take(words):
                await self.send(closing(NOT_UNDERSTOOD))
                return

    async def _take(self, words: dict[str, Any]) -> bool:
        """False for what no runner says."""
        if isinstance(hello := words.get("hello"), dict):
            self.hello, self.handed, self.told = hello, set(), {}
            return await self._greet(first=True)
        if self.hello is None:
            return False
        if "beat" in words:
            await self._say(beat=True)
            return await self._greet()
        if isinstance(number := words.get("applied"), int):
            return await self._answer(number, {"digest": words.get("digest")})
        if isinstance(number := words.get("failed"), int):
            return await self._answer(number, {"failed": _reason(words.get("why"))})
        return False

    async def _greet(self, *, first: bool = False) -> bool:
        found = await self._call("PUT", "/runner", {**(self.hello or {}), "connection": self.connection})
        if found.status != 200:
            await self._say(refused=_says(found))
            return found.status >= 500
        if first:
            await self._say(welcome={"protocol": found.json["protocol"]})
        await self._hand(found.json["saves"], found.json["notes"])
        return True

    async def _hand(self, saves: list[dict[str, Any]], notes: list[dict[str, Any]]) -> None:
        """What it has not been told before."""
        self.cards = {note["number"] for note in notes}
        for save in saves:
            if save["id"] not in self.handed:
                self.handed.add(save["id"])
                await self._say(apply=save)
        now = {note["card"]: note["revision"] for note in notes}
        if new := {card: revision for card, revision in now.items() if self.told.get(card) != revision}:
            self.told = now
            await self._say(notes=new)

    async def _answer(self, number: int, body: dict[str, Any]) -> bool:
        found = await self._call("POST", f"/runner/saves/{number}", body)
        if found.status == 200:
            await self._say(settled=number, **found.json)
            return True
        await self._say(refused=_says(found))
        if found.status >= 500:
            # The desk has not taken it in: with the save it asks for the answer once more.
            self.handed.discard(number)
        elif found.status in GONE:
            await self._say(settled=number, state="failed", revision=None, as_applied=False)
        return True

    async def _tell(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            if self.has_ended:
                return
            await self._greet()

    async def _say(self, **words: Any) -> None:
        with suppress(OSError):
            await self.send({"type": "websocket.send", "text": json.dumps(words, ensure_ascii=False)})

    async def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Inner:
        return await inner_call.call(self.http, self.scope, method, self.api + path, body)


def _read(text: str | None) -> dict[str, Any] | None:
    try:
        found = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _reason(why: object) -> str:
    """Whatever it says, it did not apply the note: that must not be refused for how it is said."""
    return "".join(char for char in str(why or "") if char.isprintable())[:LONGEST_REASON] or "no reason given"


def _says(found: Inner) -> list[str]:
    return [problem["says"] for problem in found.json.get("problems", [])]
