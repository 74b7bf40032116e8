"""Writes that wait to be sent: a folder for each desk, project and token, a file for each write, in order.

A write is put here before anything is sent, so that none is lost however the command ends. One token's writes are never
sent with another's: the token says who wrote.
"""

import hashlib
import json
import re
import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from handoff_agent import file_lock, last_read, private_files
from handoff_agent.last_read import LastRead

FOLDER = "waiting"
ASIDE = "refused"
ABOUT = "desk.json"
NUMBER = 8
NAME = re.compile(r"(\d{8})-([0-9a-f]{32})\.json")
SECONDS_FOR_ORDER = 10
# Only files are moved while it is held.
ORDER, TURN = "order.lock", "turn.lock"


@dataclass(frozen=True, slots=True)
class Write:
    """Something to send. A save starts from what was read last, where the body does not say from where."""

    what: str
    card: str
    method: str
    path: str
    body: dict[str, Any]
    read: Path | None = None
    is_save: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """`follows` is the write whose revision this one starts from; `read` the memory of what was read last. `guessed`: a
    save of which nobody knows where it starts.
    """

    id: str
    key: str
    number: int
    what: str
    card: str
    method: str
    path: str
    body: str
    made_at: float
    tries: int = 0
    first_try_at: float | None = None
    follows: str = ""
    read: str = ""
    guessed: bool = False
    reasons: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.number:0{NUMBER}}-{self.id}.json"


@dataclass(frozen=True, slots=True)
class Spool:
    folder: Path

    @property
    def about(self) -> dict[str, Any]:
        """The desk, the project and the token that it is for."""
        return private_files.read_json(self.folder / ABOUT) or {}

    def ordering(self) -> AbstractContextManager[None]:
        return file_lock.holding(self.folder / ORDER, SECONDS_FOR_ORDER)

    def turn(self, seconds: float) -> AbstractContextManager[None]:
        """Who holds it sends; the others wait."""
        return file_lock.holding(self.folder / TURN, seconds)

    def add(self, write: Write, now: float) -> Entry:
        with self.ordering():
            entry = _entry(write, self._next(), now)
            self.rewrite(entry)
            if write.read and write.is_save:
                base = json.loads(entry.body).get("base_revision", 0)
                last_read.remember(write.read, LastRead(base, entry.id))
            return entry

    def again(self, entry: Entry) -> Entry | None:
        """As it stands now; None where it was sent meanwhile."""
        found = private_files.read_json(self.folder / entry.name)
        return Entry(**found) if found else None

    def keep(self, entry: Entry) -> Entry | None:
        """It will be sent later. Where it starts from nothing known, it must not take away what stands there by then:
        from the empty note on, that is a conflict. The new body is a new write.
        """
        with self.ordering():
            kept = self.again(entry)
            if kept and kept.guessed:
                body = json.loads(kept.body) | {"base_revision": 0}
                kept = replace(kept, guessed=False, key=secrets.token_hex(16), body=_text(body))
                self.rewrite(kept)
            return kept

    def entries(self) -> list[Entry]:
        return list(_entries(self.folder))

    def aside(self) -> list[Entry]:
        return list(_entries(self.folder / ASIDE))

    def rewrite(self, entry: Entry) -> None:
        private_files.write_json(self.folder / entry.name, asdict(entry))

    def drop(self, entry: Entry) -> None:
        (self.folder / entry.name).unlink(missing_ok=True)

    def set_aside(self, entry: Entry, reasons: list[str]) -> None:
        private_files.write_json(self.folder / ASIDE / entry.name, asdict(replace(entry, reasons=reasons)))
        self.drop(entry)

    def drop_aside(self, entry: Entry) -> None:
        (self.folder / ASIDE / entry.name).unlink(missing_ok=True)

    def settle(self, entry: Entry, revision: int | None) -> None:
        """What starts from this write starts from `revision` now, or from where this one started. Call it in order."""
        for later in self.entries():
            if later.follows == entry.id:
                body = json.loads(later.body)
                body |= {} if revision is None else {"base_revision": revision}
                self.rewrite(replace(later, follows="", body=_text(body)))
        memory = Path(entry.read) if entry.read else None
        last = last_read.recall(memory) if memory else None
        if memory and last and last.after == entry.id:
            known = None if revision is None and entry.guessed else LastRead(revision or last.revision)
            last_read.remember(memory, known)

    def adopt(self, other: "Spool") -> int:
        """What waits there waits here. How many."""
        with other.turn(SECONDS_FOR_ORDER), other.ordering(), self.ordering():
            moved = other.entries()
            for entry in moved:
                # Another token, another call: its old key says nothing here.
                self.rewrite(replace(entry, number=self._next(), key=secrets.token_hex(16), tries=0, first_try_at=None))
                other.drop(entry)
            return len(moved)

    def _next(self) -> int:
        numbers = [entry.number for entry in self.entries()]
        return max(numbers, default=0) + 1


def spool_of(url: str, project: str, identity: str) -> Spool:
    named = hashlib.sha256("\0".join([url, project, identity]).encode()).hexdigest()[:32]
    folder = private_files.state_folder() / FOLDER / named
    about = {"url": url, "project": project, "identity": identity}
    if private_files.read_json(folder / ABOUT) != about:
        private_files.write_json(folder / ABOUT, about)
    return Spool(folder)


def spools() -> Iterator[tuple[Spool, dict[str, Any]]]:
    for about in sorted((private_files.state_folder() / FOLDER).glob(f"*/{ABOUT}")):
        if found := private_files.read_json(about):
            yield Spool(about.parent), found


def _entry(write: Write, number: int, now: float) -> Entry:
    body, follows, guessed = write.body, "", False
    if write.is_save and "base_revision" not in body:
        last = last_read.recall(write.read) if write.read else None
        guessed = last is None
        body = body | ({"base_revision": last.revision} if last else {})
        follows = last.after if last else ""
    made = secrets.token_hex(16)
    return Entry(
        id=made, key=made, number=number, what=write.what, card=write.card, method=write.method, path=write.path,
        body=_text(body), made_at=now, follows=follows, read=str(write.read or ""), guessed=guessed,
    )  # fmt: skip


def _text(body: dict[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False)


def _entries(folder: Path) -> Iterator[Entry]:
    try:
        names = sorted(path.name for path in folder.iterdir() if NAME.fullmatch(path.name))
    except FileNotFoundError:
        return
    for name in names:
        found = private_files.read_json(folder / name)
        if found is not None:
            yield Entry(**found)
