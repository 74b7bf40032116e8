"""Characters that an agent's line may not hold: hidden text, open direction changes, controls."""

import re
from collections.abc import Iterator

from notes.rules.hygiene.reveal import code_point, name_of
from notes.rules.places import NewLines, problem_at
from notes.rules.problems import Problem

_TAGS = "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
_IDEOGRAPH_SELECTORS = "\U000e0100-\U000e01ef"
_SELECTORS = f"\ufe00-\ufe0f{_IDEOGRAPH_SELECTORS}"
_IDEOGRAPHS = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

# CR counts as a control unless it belongs to a line break inside a JSON entry.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)")

# Selectors carry hidden bytes in runs, after Latin letters, and (the ideographs' own) after anything else.
_HIDDEN = re.compile(f"[{_TAGS}]|(?<=[{_SELECTORS}A-Za-z])[{_SELECTORS}]|(?<![{_IDEOGRAPHS}])[{_IDEOGRAPH_SELECTORS}]")

_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069\n]")
_CLOSED_BY = dict.fromkeys("\u202a\u202b\u202d\u202e", "\u202c") | dict.fromkeys("\u2066\u2067\u2068", "\u2069")
_CLOSERS = "\u202c\u2069"

_SUSPECT = re.compile(
    f"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufe00-\ufe0f{_TAGS}{_IDEOGRAPH_SELECTORS}]"
)

_BLACK_FLAG = "\U0001f3f4"


def check_characters(lines: NewLines) -> list[Problem]:
    """Refuse hidden text, open direction changes and controls, named by code point and never shown."""
    return [problem_at(line, code, says) for line in lines for code, says in character_faults(line[2])]


def character_faults(text: str) -> list[tuple[str, str]]:
    """Code and predicate ("holds U+202E …") of what is wrong in one text: at most one of each code."""
    if (text.isascii() and text.isprintable()) or not _SUSPECT.search(text):
        return []
    return [*_control(text), *_hidden(text), *_direction(text)]


def _control(text: str) -> Iterator[tuple[str, str]]:
    if match := _CONTROL.search(text):
        yield "hygiene.control_character", f"holds the control character {_named(match[0])}: leave it out."


def _hidden(text: str) -> Iterator[tuple[str, str]]:
    if match := _HIDDEN.search(text):
        flag = text[: match.start()].endswith(_BLACK_FLAG)
        remedy = "name the country of this flag instead" if flag else "leave it out"
        yield "hygiene.tag_character", f"holds {_named(match[0])}, which can hide text from people: {remedy}."


def _direction(text: str) -> Iterator[tuple[str, str]]:
    if char := _first_unbalanced(text):
        closer = _CLOSED_BY.get(char)
        fault, remedy = "closes nothing before it", "leave it out"
        if closer:
            fault, remedy = "is not closed in its line", f"close it with {code_point(closer)} or leave it out"
        yield "hygiene.direction_override", f"holds {_named(char)}, which {fault}: {remedy}."


def _first_unbalanced(text: str) -> str | None:
    """The first direction change that nothing closes, or closer of nothing; they nest strictly."""
    still_open: list[str] = []
    char: str
    for char in [*_DIRECTION.findall(text), "\n"]:
        if char in _CLOSED_BY:
            still_open.append(char)
        elif char in _CLOSERS:
            if not still_open or _CLOSED_BY[still_open.pop()] != char:
                return char
        elif still_open:
            return still_open[0]
    return None


def _named(char: str) -> str:
    return f"{code_point(char)} ({name_of(char)})"
