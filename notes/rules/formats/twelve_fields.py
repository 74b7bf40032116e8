"""JSON with the twelve fields of a session handover, each a string or a list of strings."""

from collections.abc import Iterator
from typing import Any

from notes.rules.documents import Document
from notes.rules.formats import json_notes
from notes.rules.formats.reading import Reading
from notes.rules.problems import Problem

NAME = "twelve_fields"
FIELDS = (
    "original_goal",
    "current_objective",
    "current_state",
    "important_files_and_symbols",
    "decisions_made",
    "changes_applied",
    "tests_run",
    "errors_and_failed_attempts",
    "user_constraints",
    "things_not_to_repeat",
    "exact_next_step",
    "relevant_messages_tool_calls",
)
SPELLINGS = {
    "current_task": "current_objective",
    "code_state": "current_state",
    "git_state": "current_state",
    "important_files_symbols": "important_files_and_symbols",
    "tests_and_results": "tests_run",
}
FILLED = ("original_goal", "exact_next_step")


def parse(text: str) -> Reading:
    given = json_notes.load_fields(text)
    if isinstance(given, Problem):
        return Reading(None, (given,))
    fields = {SPELLINGS.get(name, name): value for name, value in given.items()}
    problems = [*_named_twice(given), *json_notes.check_names(fields, FIELDS), *_check_types(fields)]
    if any(problem.code == "format.wrong_type" for problem in problems):
        return Reading(None, tuple(problems))
    problems += json_notes.check_filled(fields, FILLED)
    known = [name for name in FIELDS if name in fields]
    document = Document(NAME, tuple(json_notes.section_from(name, fields[name]) for name in known))
    return Reading(document, tuple(problems))


def _check_types(fields: dict[str, Any]) -> Iterator[Problem]:
    for name in FIELDS:
        if name in fields:
            yield from json_notes.check_type(name, fields[name], str, list)


def _named_twice(given: dict[str, Any]) -> Iterator[Problem]:
    """Two spellings of one field: keeping either would drop the other in silence."""
    for name in given:
        others = [other for other in given if SPELLINGS.get(other, other) == SPELLINGS.get(name, name)]
        if len(others) > 1 and others[0] == name:
            says = f"{' and '.join(f'“{other}”' for other in others)} are one field. Put all of it into one."
            yield Problem("format.repeated_field", says, section=SPELLINGS.get(name, name))
