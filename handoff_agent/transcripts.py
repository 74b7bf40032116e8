"""What was said in a session, line by line, out of the record that an agent's program keeps of it (JSON lines)."""

import json
from collections.abc import Iterator
from typing import Any

from notes.rules.resuming.sorting import Kind

Said = tuple[Kind, str]
BLOCKS: dict[str, tuple[Kind, str]] = {
    "text": ("statement", "text"),
    "thinking": ("thinking", "thinking"),
    "tool_use": ("tool_call", "input"),
    "tool_result": ("tool_result", "content"),
}


def said_in(text: str) -> Iterator[Said]:
    """Of a text that is no such record each line is a statement. A line that cannot be read is passed over."""
    lines = [line for line in text.split("\n") if line.strip()]
    entries = [_entry(line) for line in lines]
    if not any(entries):
        yield from (("statement", line) for line in lines)
        return
    for entry in filter(None, entries):
        yield from _said(entry)


def _entry(line: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except ValueError:
        return {}
    return entry if isinstance(entry, dict) and isinstance(entry.get("message"), dict) else {}


def _said(entry: dict[str, Any]) -> Iterator[Said]:
    by_person = entry["message"].get("role", entry.get("type")) == "user"
    content = entry["message"].get("content")
    for block in content if isinstance(content, list) else [{"type": "text", "text": content}]:
        found = BLOCKS.get(block.get("type", "")) if isinstance(block, dict) else None
        if found is None:
            continue
        kind, field = found
        # What programs put into a person's mouth is no instruction of theirs.
        spoken: Kind = "instruction" if by_person and kind == "statement" and not entry.get("isMeta") else kind
        yield from ((spoken, line) for line in _text(block.get(field)).split("\n") if line.strip())


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(_text(part.get("text")) for part in content if isinstance(part, dict))
    return json.dumps(content, ensure_ascii=False) if content else ""
