"""Codex' hooks.json: our handlers beside those that are there."""

from typing import Any

OURS = "handoff hook "
SECONDS = 10
# What Codex itself allows at the end of a session.
SECONDS_AT_END = 3
HANDLERS = {
    "SessionStart": ("session-start", "session-start --part 2"),
    "UserPromptSubmit": ("user-prompt",),
    "PreCompact": ("pre-compact",),
    "PostCompact": ("post-compact",),
    "Stop": ("stop",),
    "SessionEnd": ("session-end",),
}


def with_ours(found: dict[str, Any]) -> dict[str, Any]:
    """As often as one likes. Raises ValueError where the file has another shape."""
    hooks = found.get("hooks", {})
    if not isinstance(hooks, dict) or not all(isinstance(groups, list) for groups in hooks.values()):
        raise ValueError("“hooks” holds lists of handlers, by the names of events")
    events = [*hooks, *(event for event in HANDLERS if event not in hooks)]
    added = {event: [*_others(hooks.get(event, [])), *_ours(event)] for event in events}
    return found | {"hooks": added}


def _ours(event: str) -> list[dict[str, Any]]:
    words = HANDLERS.get(event)
    return [{"hooks": [_handler(event, each) for each in words]}] if words else []


def _handler(event: str, words: str) -> dict[str, Any]:
    seconds = SECONDS_AT_END if event == "SessionEnd" else SECONDS
    return {"type": "command", "command": f"{OURS}{words} --dialect codex", "timeout": seconds}


def _others(groups: list[Any]) -> list[Any]:
    """Groups without our handlers; one that held nothing else is left out."""
    found = []
    for group in groups:
        handlers = group.get("hooks") if isinstance(group, dict) else None
        if not isinstance(handlers, list):
            raise ValueError("each group of handlers has a list “hooks”")
        kept = [handler for handler in handlers if not _is_ours(handler)]
        if kept or not handlers:
            found.append(group | {"hooks": kept})
    return found


def _is_ours(handler: Any) -> bool:
    return isinstance(handler, dict) and str(handler.get("command", "")).startswith(OURS)
