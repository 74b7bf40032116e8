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

from handoff_agent import client, last_read, sending, words
from handoff_agent.client import Answer, Call
from handoff_agent.ended import AWAY, Away, Ended, refused, wrong_use
from handoff_agent.file_lock import Taken
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
        try:
            sending.send_all(self.desk)
            return self._right(client.ask(self.desk.url, self.desk.token, Call("GET", path)))
        except Away as away:
            raise Ended(AWAY, [self._not_reached(away)]) from None

    def post(self, path: str, body: dict[str, Any]) -> Answer:
        """What is of no use later: sent now or not at all, and safely twice where the answer was lost."""
        call = Call("POST", path, json.dumps(body, ensure_ascii=False), key=secrets.token_hex(16))
        try:
            sending.send_all(self.desk)
            return self._right(client.ask_again(self.desk.url, self.desk.token, call))
        except Away as away:
            raise Ended(AWAY, [self._not_reached(away), words.NOT_KEPT]) from None

    def put(self, write: Write) -> Answer:
        """Kept first, then sent, with what was kept before it. The answer may be a refusal."""
        spool = self.desk.spool
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
