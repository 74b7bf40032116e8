"""What the agent's program says to a hook on stdin: JSON, in the shapes of Claude Code and of Codex."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Said:
    """`is_active`: the agent goes on because a hook held it back. `part` comes from the command line. `model` is
    empty where the program does not say it.
    """

    session: str
    transcript: Path | None = None
    cwd: Path | None = None
    source: str = ""
    model: str = ""
    is_active: bool = False
    of_subagent: bool = False
    part: int = 1

    @property
    def is_resumed(self) -> bool:
        return self.source == "resume"

    @property
    def is_compacted(self) -> bool:
        return self.source == "compact"


def said(raw: bytes, part: int = 1) -> Said:
    """Raises ValueError where it is nothing of the kind."""
    found = json.loads(raw.decode("utf-8", "replace"))
    if not isinstance(found, dict) or not _text(found, "session_id"):
        raise ValueError("stdin is not what an agent's program gives to a hook: an object with a session_id")
    return Said(
        session=_text(found, "session_id"),
        transcript=_path(found, "transcript_path"),
        cwd=_path(found, "cwd"),
        source=_text(found, "source"),
        model=_text(found, "model"),
        is_active=found.get("stop_hook_active") is True,
        of_subagent=bool(found.get("agent_id")),
        part=part,
    )


def _text(found: dict[str, Any], name: str) -> str:
    value = found.get(name)
    return value if isinstance(value, str) else ""


def _path(found: dict[str, Any], name: str) -> Path | None:
    text = _text(found, name)
    return Path(text) if text and "\0" not in text else None
