"""Calls that this machine answers, and a desk of the tests behind it."""

import json
import os
import time
from typing import Any

from handoff_agent import file_lock
from handoff_agent.client import Answer, Call
from handoff_agent.ended import Away
from handoff_agent.machine.desk import answer
from handoff_agent.machine.here import Here
from handoff_agent.machine.shelf import Shelf
from handoff_agent.places import Place

ROOT = "/projects/shop"
CARD = {"key": "SHOP-1", "title": "Deposit", "kind": "card", "format": "free", "revision": 0, "note": None, "chips": []}
NOTE = "## Goal\nship it\n"


class Line:
    """To a desk that knows the card; keeps what was sent to it, and finds out whether others had to wait meanwhile."""

    def __init__(self, shelf: Shelf) -> None:
        self.sent: list[Call] = []
        self.told: list[dict[str, Any]] = []
        self.away = False
        self.asked = 0
        self.card: dict[str, Any] = CARD
        self.rounds: list[dict[str, Any]] = []
        place = Place(on_machine=True, kind="agent", name="coder")
        self.here = Here(shelf, place, ROOT, self.ask, self.report)

    def report(self, *told: Any) -> None:
        self.holds_up_nobody()
        self.told.append(told[-1])

    def holds_up_nobody(self) -> None:
        for lock in self.here.shelf.folder.glob("*/card.lock"):
            with file_lock.holding(lock, 0):
                pass

    def since_asked(self, seconds: float) -> None:
        """So long ago it was that the desk did not answer."""
        (mark,) = self.here.shelf.folder.glob("desk-asked")
        os.utime(mark, (time.time() - seconds,) * 2)

    def ask(self, call: Call) -> Answer:
        self.holds_up_nobody()
        self.asked += 1
        if self.away:
            raise Away("it is away")
        self.sent.append(call)
        if call.path.endswith("/rounds"):
            return Answer(200, json.dumps({"rounds": self.rounds}))
        return Answer(200, json.dumps(self.card if call.method == "GET" else {"id": 3, "url": "", "state": "open"}))

    def call(self, method: str, path: str, body: Any = None) -> Answer | None:
        return answer(self.here, Call(method, f"{ROOT}/{path}", None if body is None else json.dumps(body)))
