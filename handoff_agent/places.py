"""Where text of a project may be kept, as its desk says. It is remembered: it holds too while the desk is away."""

import hashlib
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from handoff_agent import client, private_files
from handoff_agent.client import Answer, Call
from handoff_agent.spool import Spool

FOLDER = "places"
MACHINE, SERVER = "machine", "server"
# For so long one process believes what it heard; the desk refuses text in any case.
FRESH_SECONDS = 5.0
LIMIT, SOURCES = "token_limit", "require_fact_sources"
ON_MACHINE, ON_DESK = "content.on_machine", "content.on_desk"
# What waits to be sent and holds text.
TEXTS = ("save", "append", "fact")


@dataclass(frozen=True, slots=True)
class Place:
    """`kind` and `name` are those of the token: who writes with it. The others are what the project wants of notes."""

    on_machine: bool
    kind: str
    name: str
    token_limit: int | None = None
    require_sources: bool = False


def asked(url: str, token: str, spool: Spool) -> Place | Answer:
    """What the desk says against it, where it does not know the token: then no text is for it either. Raises Away."""
    key = str(spool.folder)
    heard_at, place = _HEARD.get(key, (0.0, None))
    if place and time.monotonic() - heard_at < FRESH_SECONDS:
        return place
    answer = client.ask(url, token, Call("GET", "/whoami"))
    if not answer.is_done:
        return answer
    place = _place(answer)
    _HEARD[key] = (time.monotonic(), place)
    remember(spool, place)
    return place


def remembered(spool: Spool) -> Place | None:
    """None where nothing is known of this project, or not of this token."""
    found = private_files.read_json(_path(spool)) or {}
    by = (found.get("by") or {}).get(spool.folder.name)
    if not isinstance(by, dict):
        return None
    return Place(found.get("content") == MACHINE, str(by.get("kind")), str(by.get("name")), *_wants(found))


def remember(spool: Spool, place: Place) -> None:
    path = _path(spool)
    found = private_files.read_json(path) or {}
    by = (found.get("by") or {}) | {spool.folder.name: {"kind": place.kind, "name": place.name}}
    told = {"content": MACHINE if place.on_machine else SERVER, "by": by}
    told |= {LIMIT: place.token_limit, SOURCES: place.require_sources}
    if told != found:
        private_files.write_json(path, told)


def renew(spool: Spool, told: dict[str, Any]) -> None:
    """The desk says with each report what the project wants of notes by now."""
    place = remembered(spool)
    if place and LIMIT in told:
        limit, sources = _wants(told)
        remember(spool, replace(place, token_limit=limit, require_sources=sources))


def forget(spool: Spool) -> None:
    """The desk said otherwise than what was believed."""
    _HEARD.pop(str(spool.folder), None)
    _path(spool).unlink(missing_ok=True)


def _place(answer: Answer) -> Place:
    found: dict[str, Any] = answer.json
    by = found["by"]
    return Place(found.get("session_content") == MACHINE, str(by["kind"]), str(by["name"]), *_wants(found))


def _wants(told: dict[str, Any]) -> tuple[int | None, bool]:
    limit = told.get(LIMIT)
    return limit if isinstance(limit, int) else None, told.get(SOURCES) is True


def _path(spool: Spool) -> Path:
    """One for all tokens of a project."""
    about = spool.about
    named = "\0".join([str(about.get("url")), str(about.get("project"))])
    return private_files.state_folder() / FOLDER / f"{hashlib.sha256(named.encode()).hexdigest()[:32]}.json"


_HEARD: dict[str, tuple[float, Place | None]] = {}
