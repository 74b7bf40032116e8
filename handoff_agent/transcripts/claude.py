"""Entries of Claude Code: its transcripts, and the stream that `--output-format stream-json` prints."""

import json
from collections.abc import Iterator
from typing import Any

from handoff_agent.transcripts.times import seconds_of
from notes.rules.resuming.sorting import Kind
from notes.rules.resuming.steps import Step

# What its own commands put into a person's mouth, and how it goes on after a compaction.
NOT_SAID = (
    "<command-",
    "<local-command-",
    "<bash-",
    "<system-reminder>",
    "[Request interrupted",
    "Caveat: The messages",
)
NOT_A_PERSONS = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly")


def reads(entry: dict[str, Any]) -> bool:
    return isinstance(entry.get("message"), dict)


def steps(entry: dict[str, Any]) -> Iterator[Step]:
    """What a subagent did is told by the one who sent it."""
    if entry.get("isSidechain") or entry.get("parent_tool_use_id"):
        return
    content = entry["message"].get("content")
    for block in content if isinstance(content, list) else [{"type": "text", "text": content}]:
        if isinstance(block, dict) and (step := _step(entry, block, seconds_of(entry))):
            yield step


def _step(entry: dict[str, Any], block: dict[str, Any], at: float) -> Step | None:
    match block.get("type"):
        case "text":
            text = text_of(block.get("text"))
            return Step(_speaker(entry, text), text, at)
        case "thinking":
            return Step("thinking", text_of(block.get("thinking")), at)
        case "tool_use":
            given = block.get("input")
            name, call = str(block.get("name")), str(block.get("id"))
            return Step("tool_call", "", at, name, given if isinstance(given, dict) else {}, call)
        case "tool_result":
            result = text_of(block.get("content"))
            return Step(
                "tool_result", result, at, call=str(block.get("tool_use_id")), failed=block.get("is_error") is True
            )
    return None


def _speaker(entry: dict[str, Any], text: str) -> Kind:
    by_person = entry["message"].get("role", entry.get("type")) == "user"
    # What programs put into a person's mouth is no instruction of theirs.
    is_put_in = any(entry.get(mark) for mark in NOT_A_PERSONS) or text.lstrip().startswith(NOT_SAID)
    return "instruction" if by_person and not is_put_in else "statement"


def text_of(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(text_of(part.get("text")) for part in content if isinstance(part, dict))
    return json.dumps(content, ensure_ascii=False) if content else ""
