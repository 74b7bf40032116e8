"""What code finds in a session's record for each section of a note, without a model: nothing is reworded."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from notes.rules.resuming.commands import command_of, last_runs, verified
from notes.rules.resuming.copied import Copier
from notes.rules.resuming.questions import open_question
from notes.rules.resuming.steps import Deed, Step, deeds
from notes.rules.resuming.todos import Todo, todos
from notes.rules.resuming.touched import touched

MOST_REQUESTS, MOST_ERRORS, MOST_COMMANDS, MOST_FILES, MOST_TODOS = 5, 5, 8, 40, 40
LINES_OF_GOAL, LINES_OF_REQUEST, LINES_OF_ERROR = 12, 3, 12
# Shorter ones carry on ("ok", "go on") and say nothing by themselves.
FEWEST_WORDS = 4
# What an agent's program answers where the call itself was wrong.
MISUSED = ("<tool_use_error>", "unsupported ")
LATER = "Then: "
MARKS = {"done": "[x] ", "doing": "[ ] ", "open": "[ ] "}


class Worth(IntEnum):
    """What goes in first where not all fits."""

    GOAL = 0
    NEXT = 1
    QUESTION = 2
    CHECK = 3
    TODO = 4
    REQUEST = 5
    ERROR = 6
    FILE = 7


@dataclass(frozen=True, slots=True)
class Finding:
    """Lines that stand or fall together."""

    section: str
    lines: tuple[str, ...]
    worth: Worth


def findings(steps: Sequence[Step], roots: Sequence[str], copier: Copier, *, has_goal: bool) -> list[Finding]:
    """In the order in which they stand in their sections. Where a goal stands, all requests came after it."""
    done = deeds(steps)
    listed = todos(done)[-MOST_TODOS:]
    found = [
        *_requests(steps, copier, has_goal),
        *_todos(listed, copier),
        *_errors(done, copier),
        *(_of("Files touched", [copier.code(path)], Worth.FILE) for path in touched(done, roots)[-MOST_FILES:]),
        *(_of("How to verify", [copier.code(one)], Worth.CHECK) for one in verified(last_runs(done))[-MOST_COMMANDS:]),
        _of("Open questions", copier.items(open_question(steps), most=LINES_OF_REQUEST), Worth.QUESTION),
    ]
    return [finding for finding in found if any(finding.lines)]


def _requests(steps: Sequence[Step], copier: Copier, has_goal: bool) -> Iterator[Finding]:
    requests = list(dict.fromkeys(step.text for step in steps if step.kind == "instruction" and step.text.strip()))
    if requests and not has_goal:
        first = requests.pop(0)
        copier.pass_over(first, LINES_OF_GOAL)
        yield _of("Goal", copier.items(first, most=LINES_OF_GOAL), Worth.GOAL)
    later = [text for text in requests if len(text.split()) >= FEWEST_WORDS]
    for text in later[:-MOST_REQUESTS]:
        copier.pass_over(text)
    for text in later[-MOST_REQUESTS:]:
        copier.pass_over(text, LINES_OF_REQUEST)
        yield _of("Goal", copier.items(text, most=LINES_OF_REQUEST, lead=LATER), Worth.REQUEST)


def _todos(listed: Sequence[Todo], copier: Copier) -> Iterator[Finding]:
    doing, waiting = ([todo for todo in listed if todo.state == state] for state in ("doing", "open"))
    yield from (_of("Done", copier.items(todo.text, most=1), Worth.TODO) for todo in listed if todo.state == "done")
    yield from (_of("Next", copier.items(todo.text, most=1), Worth.NEXT) for todo in (*reversed(doing), *waiting))
    for todo in listed:
        yield _of("Checklist status", copier.items(todo.text, most=1, lead=MARKS[todo.state]), Worth.TODO)


def _errors(done: Sequence[Deed], copier: Copier) -> Iterator[Finding]:
    """Of what did not go right in the end; that a model used a tool wrongly is no news to anybody."""
    earlier = {id(deed) for deed in done if command_of(deed)} - {id(deed) for deed in last_runs(done).values()}
    failed = [deed for deed in done if deed.failed and id(deed) not in earlier]
    for deed in [deed for deed in failed if not deed.output.startswith(MISUSED)][-MOST_ERRORS:]:
        yield _of("Dead ends", copier.excerpt(_label(deed, copier), deed.output, most=LINES_OF_ERROR), Worth.ERROR)


def _label(deed: Deed, copier: Copier) -> str:
    if command := command_of(deed):
        code = copier.code(command)
        return f"{code} failed:" if code else ""
    return "- A tool failed:"


def _of(section: str, lines: Sequence[str], worth: Worth) -> Finding:
    return Finding(section, tuple(lines), worth)
