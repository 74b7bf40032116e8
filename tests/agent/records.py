"""Lines of the records that Claude Code 2.1 and Codex 0.171 keep of a session."""

import json
from typing import Any
from uuid import uuid4

Lines = list[dict[str, Any]]
AT = "2026-11-30T08:43:33.256Z"


def claude(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"type": role, "timestamp": AT, "message": {"role": role, "content": content}, **more}


def claude_ran(tool: str, given: dict[str, Any], output: Any = "", *, failed: bool = False, **more: Any) -> Lines:
    call = f"toolu_{uuid4().hex}"
    result = {"type": "tool_result", "tool_use_id": call, "content": output, "is_error": failed}
    return [
        claude("assistant", [{"type": "tool_use", "id": call, "name": tool, "input": given}], **more),
        claude("user", [result], **more),
    ]


def codex(kind: str, **item: Any) -> dict[str, Any]:
    return {"type": "response_item", "timestamp": AT, "payload": {"type": kind, **item}}


def codex_said(role: str, text: str) -> dict[str, Any]:
    return codex("message", role=role, content=[{"type": "input_text", "text": text}])


def codex_ran(command: str, output: str) -> Lines:
    call = f"call_{uuid4().hex}"
    return [
        codex("function_call", name="exec_command", arguments=json.dumps({"cmd": command}), call_id=call),
        codex("function_call_output", call_id=call, output=output),
    ]


def text_of(*parts: dict[str, Any] | Lines) -> str:
    lines = [line for part in parts for line in (part if isinstance(part, list) else [part])]
    return "".join(json.dumps(line) + "\n" for line in lines)
