"""How full the context of a session is, from what its transcript says of usage."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from handoff_agent.hooks.limits import Limits
from handoff_agent.hooks.windows import window_of

# Usage stands with each answer of the model: the end of the file is enough, and reading it takes no time.
LOOKED_AT = 1 << 20
MARKS = (b'"usage"', b'"token_count"')
COUNTED = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")


@dataclass(frozen=True, slots=True)
class Use:
    at: float
    tokens: int
    window: int


@dataclass(frozen=True, slots=True)
class Filled:
    """`since`: when it came past the share, as far as the end of the transcript says."""

    percent: int
    since: float


def filled(transcript: Path | None, limits: Limits) -> Filled | None:
    """None where it is not past the share, and where nothing says so."""
    since, percent = 0.0, 0
    for use in _uses(transcript) if transcript else ():
        percent = use.tokens * 100 // (limits.window or use.window)
        since = (since or use.at) if percent >= limits.percent else 0.0
    return Filled(percent, since) if since else None


def _uses(transcript: Path) -> Iterator[Use]:
    try:
        lines = _end_of(transcript)
    except OSError:
        return
    for line in lines:
        if any(mark in line for mark in MARKS) and (use := _use(line)):
            yield use


def _end_of(path: Path) -> list[bytes]:
    with path.open("rb") as file:
        start = max(0, file.seek(0, 2) - LOOKED_AT)
        file.seek(start)
        lines = file.read(LOOKED_AT).split(b"\n")
    return lines[1:] if start else lines


def _use(line: bytes) -> Use | None:
    try:
        entry = json.loads(line)
        at = datetime.fromisoformat(entry["timestamp"]).timestamp()
        return _of_codex(entry["payload"], at) if "payload" in entry else _of_claude(entry, at)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _of_claude(entry: dict[str, Any], at: float) -> Use | None:
    """A subagent has a context of its own; an answer that no model gave has no usage."""
    message = entry["message"]
    tokens = sum(int(message["usage"].get(name) or 0) for name in COUNTED)
    if entry.get("isSidechain") or not tokens:
        return None
    return Use(at, tokens, window_of(str(message.get("model", "")), tokens))


def _of_codex(payload: dict[str, Any], at: float) -> Use | None:
    """It tells the window itself."""
    tokens = int(payload["info"]["last_token_usage"]["total_tokens"])
    return Use(at, tokens, int(payload["info"].get("model_context_window") or window_of("gpt-5", tokens)))
