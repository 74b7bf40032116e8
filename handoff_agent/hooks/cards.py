"""The card that is worked on here, and what the desk says of it, in bounded time."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode

from handoff_agent import last_read, spool, words
from handoff_agent.client import Answer
from handoff_agent.connection import Connection, connection
from handoff_agent.ended import AWAY, Away, Ended, wrong_use
from handoff_agent.hooks.bounded import within
from handoff_agent.last_read import LastRead
from handoff_agent.settings import settings
from handoff_agent.work_tree import WorkTree

NETWORK_SECONDS = 2.0
# Claude Code shows no more of one addition than this.
CAP = 10_000
LIMIT = 9500
WRITES = ("save", "append")

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Here:
    card: str
    url: str
    project: str
    tree: WorkTree | None

    @property
    def top(self) -> Path:
        return self.tree.top if self.tree else Path.cwd()

    @property
    def names(self) -> tuple[str, str, str]:
        return self.url, self.project, self.card


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the resume, and how many there are."""

    text: str
    count: int


def here() -> Here | None:
    """None where no card is tracked; raises Ended where one is, and no desk."""
    found = settings({})
    if found.card is None:
        return None
    if found.url is None:
        raise wrong_use(words.NO_URL)
    if found.project is None:
        raise wrong_use(words.NO_PROJECT)
    return Here(found.card.value, found.url.value, found.project.value, found.tree)


def resume_part(at: Here, number: int, session: str) -> Part | None:
    """None where there are fewer; raises Ended. What waits to be sent is sent first."""
    query = urlencode({"as": "markdown", "session": session, "limit": LIMIT, "part": number})

    def read(desk: Connection) -> Part | None:
        try:
            answer = desk.get(f"{desk.on_card(at.card, 'resume')}?{query}")
        except Ended as end:
            if any("[resume.no_such_part]" in says for says in end.says):
                return None
            raise
        if number == 1:
            _remember(desk, at.card, answer)
        return Part(answer.text, int(answer.headers.get("handoff-parts", "1")))

    return _asked(at, read)


def note_at(at: Here) -> float:
    """When the note was written, 0 where there is none. One that no agent keeps is never too old. Raises Ended."""
    found = _asked(at, lambda desk: desk.get(desk.on_card(at.card))).json
    if found.get("kind") in import_module("notes.rules.rounds.headless").HEADLESS:
        return math.inf
    written = datetime.fromisoformat(found["note"]["updated_at"]).timestamp() if found.get("note") else 0.0
    return max(written, waiting_at(at))


def waiting_at(at: Here) -> float:
    """When the last write to its note was made that still waits on this machine."""
    return max((entry.made_at for found, about in spool.spools() if _is_here(about, at) for entry in found.entries()
                if entry.what in WRITES and entry.card.casefold() == at.card.casefold()), default=0.0)  # fmt: skip


def _is_here(about: dict[str, object], at: Here) -> bool:
    return (about.get("url"), about.get("project")) == (at.url, at.project)


def _asked(at: Here, read: Callable[[Connection], Found]) -> Found:
    try:
        return within(NETWORK_SECONDS, lambda: read(connection({})))
    except Away as away:
        raise Ended(AWAY, [words.NOT_REACHED.format(url=at.url, why=away.why)]) from None


def _remember(desk: Connection, card: str, answer: Answer) -> None:
    """What a save starts from: the reader has the note in its context now."""
    if (revision := revision_in(answer.text)) is not None:
        last_read.remember(desk.read_before(card), LastRead(revision))


def revision_in(resume: str) -> int | None:
    """Of the note that it carries: its first line says it. 0 where there is no note."""
    _, found, rest = resume.partition(", note revision ")
    number = rest[: len(rest) - len(rest.lstrip("0123456789"))]
    return int(number) if found and number else None
