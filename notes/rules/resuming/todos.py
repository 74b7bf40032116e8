"""The to-do list of a session as it last stood, from the calls that kept it."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from notes.rules.resuming.steps import Deed, text_in

State = Literal["done", "doing", "open"]
STATES: dict[str, State] = {"completed": "done", "in_progress": "doing"}
# Calls that give the whole list: where it is, and what an item calls its words.
WHOLE = {"TodoWrite": ("todos", "content"), "update_plan": ("plan", "step")}
CREATE, UPDATE, GONE = "TaskCreate", "TaskUpdate", "deleted"
_NUMBER = re.compile(r"#(\w+)")


class Todo(NamedTuple):
    text: str
    state: State


def todos(done: Iterable[Deed]) -> list[Todo]:
    listed: dict[str, Todo] = {}
    for deed in done:
        if deed.failed:
            continue
        if deed.tool in WHOLE:
            listed = _whole(deed) or listed
        elif deed.tool == CREATE:
            number = _NUMBER.search(deed.output)
            listed[number[1] if number else str(len(listed) + 1)] = Todo(text_in(deed.given, "subject"), "open")
        elif deed.tool == UPDATE:
            _update(listed, deed.given)
    return [todo for todo in listed.values() if todo.text.strip()]


def _whole(deed: Deed) -> dict[str, Todo]:
    where, words = WHOLE[deed.tool]
    items = deed.given.get(where)
    found = [item for item in items if isinstance(item, Mapping)] if isinstance(items, list) else []
    return {str(number): Todo(text_in(item, words), _state(item, "open")) for number, item in enumerate(found, 1)}


def _update(listed: dict[str, Todo], given: Mapping[str, Any]) -> None:
    number = str(given.get("taskId"))
    if given.get("status") == GONE:
        listed.pop(number, None)
    elif known := listed.get(number):
        listed[number] = Todo(text_in(given, "subject") or known.text, _state(given, known.state))


def _state(item: Mapping[str, Any], otherwise: State) -> State:
    status = text_in(item, "status")
    return STATES.get(status, "open") if status else otherwise
