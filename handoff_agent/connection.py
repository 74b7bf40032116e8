"""What a command talks to: the desk that is set, one project, with what waits for it sent first."""

import json
import secrets
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from handoff_agent import client, last_read, machine_door, places, sending, words
from handoff_agent.client import Answer, Call
from handoff_agent.ended import AWAY, Away, Ended, refused, wrong_use
from handoff_agent.file_lock import Taken
from handoff_agent.last_read import LastRead
from handoff_agent.places import Place
from handoff_agent.settings import Settings, Token, settings, token
from handoff_agent.spool import Write, spool_of


@dataclass(frozen=True, slots=True)
class Connection:
    settings: Settings
    desk: sending.Desk
    project: str

    def card(self, given: str | None = None) -> str:
        if given:
            return given
        if self.settings.card is None:
            raise wrong_use(words.NO_CARD)
        return self.settings.card.value

    def on_card(self, card: str, *more: str) -> str:
        return self.in_project("cards", card, *more)

    def in_project(self, *parts: str) -> str:
        return "/" + "/".join(["projects", quote(self.project, safe=""), *(quote(part, safe="") for part in parts)])

    def read_before(self, card: str) -> Path:
        """Where it is remembered which revision was read."""
        tree = self.settings.tree
        return last_read.path_of(self.desk.url, self.project, card, tree.git if tree else Path.cwd())

    def get(self, path: str) -> Answer:
        """Raises Ended."""
        return self._right(self.asked(Call("GET", path)))

    def post(self, path: str, body: dict[str, Any]) -> Answer:
        """Raises Ended."""
        call = Call("POST", path, json.dumps(body, ensure_ascii=False), key=secrets.token_hex(16))
        return self._right(self.asked(call))

    def asked(self, call: Call) -> Answer:
        """What is of no use later: now or not at all, and safely twice where the answer was lost. Raises Ended."""
        try:
            return self.heard(call)
        except Taken:
            raise Ended(AWAY, [words.TURN]) from None
        except Away as away:
            says = [self._not_reached(away)]
            raise Ended(AWAY, says if call.method == "GET" else [*says, words.NOT_KEPT]) from None

    def heard(self, call: Call) -> Answer:
        """By the desk, or by this machine where that keeps the text; raises Away and Taken."""
        if found := self._from_here(call, self.place(holds_text=call.method != "GET")):
            return found
        sending.send_all(self.desk)
        answer = client.ask_again(self.desk.url, self.desk.token, call)
        if places.ON_MACHINE not in answer.codes:
            return answer
        places.forget(self.desk.spool)
        return self._from_here(call, self.place(holds_text=True)) or answer

    def place(self, *, holds_text: bool) -> Place | Answer | None:
        """Where text is on its way out, the desk is asked first whether it takes any; raises Away."""
        known = places.remembered(self.desk.spool)
        if not holds_text or (known and known.on_machine):
            return known
        return places.asked(self.desk.url, self.desk.token, self.desk.spool)

    def put(self, write: Write) -> Answer:
        """Kept first, then sent, with what was kept before it. The answer may be a refusal."""
        spool = self.desk.spool
        if found := self._put_here(write):
            return found
        try:
            entry = spool.add(write, time.time())
            try:
                return sending.send_until(self.desk, entry)
            except Away:
                spool.keep(entry)
                raise
        except Taken:
            raise Ended(AWAY, [words.TURN]) from None
        except Away as away:
            count = len(spool.entries())
            says = words.KEPT.format(url=self.desk.url, why=away.why, count=words.waiting(count))
            raise Ended(AWAY, [says]) from None

    def _put_here(self, write: Write) -> Answer | None:
        """None where the desk keeps the text, or nobody knows who does: then it waits, and is sent only to a desk."""
        if write.what not in places.TEXTS:
            return None
        try:
            place = self.place(holds_text=True)
        except Away:
            return None
        body = self._based(write)
        try:
            answer = self._from_here(Call(write.method, write.path, json.dumps(body)), place)
        except Taken:
            raise Ended(AWAY, [words.TURN]) from None
        except Away as away:
            raise Ended(AWAY, [self._not_reached(away), words.NOT_KNOWN_HERE]) from None
        if answer and write.read and (revision := sending.revision_of(write.what, body, answer)):
            last_read.remember(write.read, LastRead(revision))
        return answer

    def _based(self, write: Write) -> dict[str, Any]:
        """A save starts from what was read last, where it does not say from where."""
        last = last_read.recall(write.read) if write.read and write.is_save else None
        if last is None or last.after or "base_revision" in write.body:
            return write.body
        return write.body | {"base_revision": last.revision}

    def _from_here(self, call: Call, place: Place | Answer | None) -> Answer | None:
        if isinstance(place, Answer):
            return place
        if place is None or not place.on_machine:
            return None
        return machine_door.answer(self.desk, self.in_project(), place, call, self.put)

    def _right(self, answer: Answer) -> Answer:
        if answer.is_done:
            return answer
        raise refused(*sending.reasons(answer))

    def _not_reached(self, away: Away) -> str:
        return words.NOT_REACHED.format(url=self.desk.url, why=away.why)


def connection(options: dict[str, str | None], held_by: Callable[[Settings, str, str], Token] = token) -> Connection:
    """Raises Ended where something is not set. `held_by` gives the token that says who writes."""
    found = settings(options)
    for remark in found.remarks:
        tell(remark)
    if found.url is None:
        raise wrong_use(words.NO_URL)
    if found.project is None:
        raise wrong_use(words.NO_PROJECT)
    url, project = found.url.value, found.project.value
    held = held_by(found, url, project)
    return Connection(found, sending.Desk(url, held.value, spool_of(url, project, held.identity), tell), project)


def tell(line: str) -> None:
    """On stderr, at once."""
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
