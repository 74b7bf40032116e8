"""A refusal as a model reads it: every reason with its place and code, and what to send next, word for word."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError

from handoff_agent.mcp.desk import Body, Said
from handoff_agent.words import one_line

NOT_DETAILS = ("code", "says", "section", "line")


def done(said: Said, sent: Body | None = None) -> Body:
    """What the desk answered. Raises ToolError where it refused; `sent` is what the tool was called with."""
    if said.is_done:
        return said.body
    raise ToolError(refusal(said, sent or {}))


def refusal(said: Said, sent: Body) -> str:
    title = said.body.get("title") or "Refused"
    problems = said.body.get("problems") or [{"code": "desk.failed", "says": "The desk gave no reason."}]
    lines = [f"{title} ({said.status})."]
    for problem in problems:
        lines += reason(problem)
    return "\n".join([*lines, *_next(said, sent)])


def misfit(tool: str, faults: Iterable[Any]) -> str:
    """Which arguments do not fit, and how they would; nothing of what was sent."""
    lines = [f"{tool} was not called: its arguments do not fit. Call it again with these mended:"]
    for fault in faults:
        place = ".".join(str(part) for part in fault["loc"])
        lines.append(f"- {place}: {'it is missing' if fault['type'] == 'missing' else fault['msg']}")
    return "\n".join(lines)


def reason(problem: Body) -> list[str]:
    """Its line, and beneath it whatever else the desk tells: locked, yours, nearest, base, theirs …"""
    places = [f"line {problem['line']}"] if problem.get("line") is not None else []
    if problem.get("section"):
        places.append(f"section {problem['section']}")
    place = f"{one_line(', '.join(places))}: " if places else ""
    details = {name: value for name, value in problem.items() if name not in NOT_DETAILS}
    says = one_line(str(problem.get("says", "")))
    return [f"- {place}{says} [{problem.get('code', '')}]", *(f"  {key}: {as_json(details[key])}" for key in details)]


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _next(said: Said, sent: Body) -> Iterator[str]:
    body = said.body
    if isinstance(body.get("repaired"), str):
        kept = {name: sent[name] for name in ("model", "round", "confirm") if sent.get(name)}
        arguments = {"card": sent.get("card"), "base_revision": body["base_revision"], "text": body["repaired"], **kept}
        yield "Your text with the locked lines in place is in `text`. Look at it, then call save_note with exactly:"
        yield as_json(arguments)
    elif said.status == 409 and "base_revision" in body:
        yield "Read what stands there now with resume_context, work your change in, and call save_note with it and:"
        yield as_json({"card": sent.get("card"), "base_revision": body["base_revision"]})
    elif isinstance(body.get("escalation"), dict):
        asked = body["escalation"]
        yield f"A person is asked: decision {asked.get('id')}, {asked.get('url')}. Wait with get_answer:"
        yield as_json({"decision": asked.get("id")})
