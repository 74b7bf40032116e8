"""Entries of Codex' rollouts: of each thing that happened they hold the one that the model was sent or gave."""

import json
import re
from collections.abc import Iterator
from typing import Any

from handoff_agent.transcripts.times import seconds_of
from notes.rules.resuming.steps import Step

CALLS = ("function_call", "custom_tool_call", "local_shell_call")
RESULTS = ("function_call_output", "custom_tool_call_output")
# What it says to the model in the name of the person.
NOT_SAID = re.compile(r"\s*(?:<[a-z_]+>|# AGENTS\.md instructions)")
_EXIT = re.compile(r"\A(?:.*\n){0,4}?(?:Process exited with code|Exit code:?) (-?\d+)", re.I)
_HEAD = re.compile(r"\A(?:.*\n){0,5}?Output:\n")
WRONG_CALL = "unsupported "


def reads(entry: dict[str, Any]) -> bool:
    return entry.get("type") == "response_item" and bool(payload(entry))


def payload(entry: dict[str, Any]) -> dict[str, Any]:
    found = entry.get("payload")
    return found if isinstance(found, dict) else {}


def steps(entry: dict[str, Any]) -> Iterator[Step]:
    item, at = payload(entry), seconds_of(entry)
    kind, call = item.get("type"), str(item.get("call_id"))
    if kind == "message":
        yield from _said(item, at)
    elif kind in CALLS:
        yield Step("tool_call", "", at, str(item.get("name") or kind), _given(item), call)
    elif kind in RESULTS:
        text, failed = _result(item.get("output"))
        yield Step("tool_result", text, at, call=call, failed=failed)


def _said(item: dict[str, Any], at: float) -> Iterator[Step]:
    content, role = item.get("content"), item.get("role")
    texts = [part.get("text") for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    for text in texts:
        if isinstance(text, str) and role in ("user", "assistant"):
            spoken = role == "user" and not NOT_SAID.match(text)
            yield Step("instruction" if spoken else "statement", text if spoken or role == "assistant" else "", at)


def _given(item: dict[str, Any]) -> dict[str, Any]:
    """The arguments are JSON in a text; a tool of another kind is given any text."""
    if isinstance(text := item.get("input"), str):
        return {"input": text}
    try:
        found = json.loads(item.get("arguments") or "{}")
    except (TypeError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _result(output: Any) -> tuple[str, bool]:
    """What it printed, and whether it failed: in words of its own, or as fields in a text."""
    text = output if isinstance(output, str) else ""
    if isinstance(output, dict):
        text, code = str(output.get("content", "")), 0 if output.get("success") is not False else 1
        return text, code != 0
    fields = _fields(text)
    if isinstance(fields.get("output"), str):
        about = fields.get("metadata")
        return fields["output"], isinstance(about, dict) and about.get("exit_code") not in (0, None)
    code_found = _EXIT.match(text)
    failed = code_found[1] != "0" if code_found else text.startswith(WRONG_CALL)
    return _HEAD.sub("", text), failed


def _fields(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text) if text.startswith("{") else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
