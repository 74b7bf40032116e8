"""One session as an agent's program recorded it, step by step, whichever program it was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from notes.rules.resuming.sorting import Kind


@dataclass(frozen=True, slots=True)
class Step:
    """Something said or done. `call` ties a result to its call; `at` is in seconds, and 0 where nothing says when."""

    kind: Kind
    text: str = ""
    at: float = 0.0
    tool: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    call: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """A call with its result. `failed` is None where it never came: the session ended in the midst of it."""

    tool: str
    given: Mapping[str, Any]
    at: float
    failed: bool | None = None
    output: str = ""


def deeds(steps: Sequence[Step]) -> list[Deed]:
    results = {step.call: step for step in steps if step.kind == "tool_result"}
    return [deed_of(step, results.get(step.call)) for step in steps if step.kind == "tool_call"]


def deed_of(call: Step, result: Step | None) -> Deed:
    if result is None:
        return Deed(call.tool, call.given, call.at)
    return Deed(call.tool, call.given, call.at, result.failed, result.text)


def text_in(given: Mapping[str, Any], name: str) -> str:
    """Whatever a model put there."""
    value = given.get(name)
    return value if isinstance(value, str) else ""
