"""The runner's connection: says hello, takes saves and answers them, and looks at the files in between."""

import json
import re
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from handoff_agent.connection import Connection, tell
from handoff_agent.ended import Away
from handoff_agent.runner.note_file import NoteFile, Unusable
from handoff_agent.runner.tree import Tree
from handoff_agent.runner.trees import cards_in
from handoff_agent.work_tree import WorkTree

PROTOCOL = 1
SECONDS_BETWEEN_LOOKS = 0.5
SECONDS_BETWEEN_BEATS = 10.0
SECONDS_BETWEEN_ROUNDS = 5.0
SECONDS_OF_SILENCE = 30.0
LONGEST_PAUSE = 30.0
LARGEST = 8 * 1024 * 1024
NO_RUNNER = 4403
MOST_CARDS = 300
KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
LEFT_OUT = f"left out: no key that the desk could have, or more than {MOST_CARDS} work trees for one runner"


class NotWelcome(Exception):
    """The desk does not take this token for a runner's; trying again changes nothing."""


class Runner:
    def __init__(self, desk: Connection, folders: list[Path], file: str) -> None:
        # Once: the folder that it was started in may be taken away.
        self.desk, self.folders, self.file = desk, [folder.resolve() for folder in folders], file
        self.trees: dict[str, Tree] = {}
        self.heard_at = self.beat_at = self.found_at = 0.0
        # What was said of a card that something is wrong with: once is enough.
        self.told: dict[str, str] = {}

    def run(self) -> None:
        """Until it is stopped. Raises NotWelcome."""
        pause = 0.5
        while True:
            begun = time.monotonic()
            try:
                self._serve()
            except (OSError, WebSocketException, Away) as error:
                tell(f"No connection to {self.desk.desk.url} ({error or type(error).__name__}): trying again.")
            pause = 0.5 if time.monotonic() - begun > LONGEST_PAUSE else min(pause * 2, LONGEST_PAUSE)
            time.sleep(pause)

    def _serve(self) -> None:
        header = {"Authorization": f"Bearer {self.desk.desk.token}"}
        url = socket_address(self.desk.desk.url)
        with connect(url, additional_headers=header, max_size=LARGEST, compression=None, open_timeout=10) as link:
            self.heard_at = time.monotonic()
            self.found_at = self.beat_at = 0.0
            for tree in self.trees.values():
                tree.connected()
            self._find(link, anew=True)
            while True:
                self._listen(link)
                self._find(link)
                self._beat(link)
                self._look()

    def _listen(self, link: ClientConnection) -> None:
        try:
            words = json.loads(link.recv(timeout=SECONDS_BETWEEN_LOOKS))
        except TimeoutError:
            if time.monotonic() - self.heard_at > SECONDS_OF_SILENCE:
                raise Away("it says nothing any more") from None
            return
        except WebSocketException:
            if link.close_code == NO_RUNNER:
                raise NotWelcome from None
            raise
        self.heard_at = time.monotonic()
        self._take(link, words)

    def _take(self, link: ClientConnection, words: dict[str, Any]) -> None:
        for reason in words.get("refused", ()):
            tell(str(reason))
        if save := words.get("apply"):
            tree = self._tree(save["card"])
            answer = tree.apply(save) if tree else {"failed": save["id"], "why": "its work tree is gone"}
            link.send(json.dumps(answer))
        if "settled" in words and (awaiting := self._awaiting(words["settled"])):
            told = (words["settled"], words["state"], words["revision"], words["as_applied"])
            self._safely(awaiting, partial(awaiting.settled, *told))
        for card, revision in words.get("notes", {}).items():
            if tree := self._tree(card):
                self._safely(tree, partial(tree.moved_to, revision))

    def _find(self, link: ClientConnection, *, anew: bool = False) -> None:
        """Cards that are tied to work trees, and says hello with them where they are new."""
        now = time.monotonic()
        if not anew and now - self.found_at < SECONDS_BETWEEN_ROUNDS:
            return
        self.found_at = now
        found = self._within_limits(cards_in(self.folders))
        before = set(self.trees)
        self.trees = {
            card: known if (known := self.trees.get(card)) and known.file.tree.top == tree.top
            else Tree(self.desk, card, NoteFile(tree, self.file))
            for card, tree in found.items()
        }  # fmt: skip
        if anew or set(self.trees) != before:
            link.send(json.dumps({"hello": {"protocol": PROTOCOL, "version": _version(), "cards": sorted(found)}}))

    def _within_limits(self, found: dict[str, WorkTree]) -> dict[str, WorkTree]:
        """What the desk takes in one hello; of the rest it is said once that they are left out."""
        fitting = [card for card in found if KEY.fullmatch(card)][:MOST_CARDS]
        for card in found.keys() - set(fitting):
            if card not in self.told:
                self.told[card] = LEFT_OUT
                tell(f"{card}: {LEFT_OUT}")
        return {card: found[card] for card in fitting}

    def _beat(self, link: ClientConnection) -> None:
        if time.monotonic() - self.beat_at > SECONDS_BETWEEN_BEATS:
            self.beat_at = time.monotonic()
            link.send(json.dumps({"beat": True}))

    def _look(self) -> None:
        for tree in self.trees.values():
            self._safely(tree, tree.look)

    def _safely(self, tree: Tree, work: Callable[[], None]) -> None:
        """One work tree that cannot be used does not hold up the others; what could not be done is tried again."""
        try:
            work()
            self.told.pop(tree.card, None)
        except Away:
            return
        except (Unusable, OSError) as error:
            why = error.why if isinstance(error, Unusable) else str(error)
            if self.told.get(tree.card) != why:
                self.told[tree.card] = why
                tell(f"{tree.card}: {why}")

    def _tree(self, card: str) -> Tree | None:
        return next((tree for key, tree in self.trees.items() if key.casefold() == card.casefold()), None)

    def _awaiting(self, number: int) -> Tree | None:
        return next((tree for tree in self.trees.values() if str(number) in tree.memory.under_way), None)


def socket_address(url: str) -> str:
    parts = urlsplit(url)
    scheme = {"http": "ws", "https": "wss"}[parts.scheme]
    return f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}/ws/runner/"


def _version() -> str:
    try:
        return version("handoff-desk")
    except PackageNotFoundError:
        return "unknown"
