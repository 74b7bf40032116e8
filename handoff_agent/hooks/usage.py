"""What the transcript of a session says of its usage: how much stood in the context at each answer of the model."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from handoff_agent import regular_files
from handoff_agent.hooks.windows import window_of

# Usage stands with each answer of the model: the end of the file is enough, and reading it takes no time.
LOOKED_AT = 1 << 20
MARKS = (b'"usage"', b'"token_count"')
COUNTED = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
# How long a model keeps what it has read, as it comes, and where an hour was paid for.
KEPT_SECONDS, KEPT_LONG = 300, 3600


@dataclass(frozen=True, slots=True)
class Use:
    """`model` is empty where the transcript does not name it beside its usage."""

    at: float
    tokens: int
    window: int
    model: str = ""
    kept_seconds: int = KEPT_SECONDS


def uses(transcript: Path | None) -> Iterator[Use]:
    """In order, as far as the end of the transcript goes back."""
    for line in _lines(transcript):
        if any(mark in line for mark in MARKS) and (use := _use(line)):
            yield use


def last_use(transcript: Path | None) -> Use | None:
    for line in reversed(_lines(transcript)):
        if any(mark in line for mark in MARKS) and (use := _use(line)):
            return use
    return None


def _lines(transcript: Path | None) -> list[bytes]:
    try:
        return _end_of(transcript) if transcript else []
    except (OSError, ValueError):
        return []


def _end_of(path: Path) -> list[bytes]:
    with regular_files.opened(path) as file:
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
    usage, model = entry["message"]["usage"], str(entry["message"].get("model", ""))
    tokens = sum(int(usage.get(name) or 0) for name in COUNTED)
    if entry.get("isSidechain") or not tokens:
        return None
    for_an_hour = (usage.get("cache_creation") or {}).get("ephemeral_1h_input_tokens")
    return Use(at, tokens, window_of(model, tokens), model, KEPT_LONG if for_an_hour else KEPT_SECONDS)


def _of_codex(payload: dict[str, Any], at: float) -> Use | None:
    """It tells the window itself."""
    tokens = int(payload["info"]["last_token_usage"]["total_tokens"])
    return Use(at, tokens, int(payload["info"].get("model_context_window") or window_of("gpt-5", tokens)))
