"""What a session did that no note tells, and whether it owes its card one. Only its own saves tell of its work."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from notes.rules.formats import nine_sections, six_fields, twelve_fields
from notes.rules.resuming.commands import command_of
from notes.rules.resuming.steps import Deed, Step, deed_of, deeds, text_in
from notes.rules.resuming.touched import changed_by

# Keeping the note is no work that the note would have to tell of.
_KEEPS_NOTE = re.compile(r"(?:^|[\s;&|])handoff\s")
_SAVES = re.compile(r"(?:^|[\s;&|(])handoff\s+(save|append)\b([^\n;&|<>)]*)")
_TOOLS = ("save_note", "append_note")
_COMMITS = re.compile(r"\bgit\b[^\n;&|]*\bcommit\b")
_SECTIONS = frozenset(name.casefold() for name in (*nine_sections.SECTIONS, *six_fields.TYPES, *twelve_fields.FIELDS))
_A_FILE = re.compile(r"-|\d+|.*[./].*")


class Unwritten(NamedTuple):
    """`is_told`: it saved the note before, so that only what it changed since is worth another one."""

    steps: Sequence[Step]
    is_told: bool


def unwritten(steps: Sequence[Step], spans: Sequence[tuple[float, float]], card: str, *, is_told: bool) -> Unwritten:
    """What came after its last save of this note. An end of 0 is still to come; a step without a time is inside."""
    inside = [step for step in steps if not step.at or _is_inside(spans, step.at)]
    results = {step.call: step for step in inside if step.kind == "tool_result"}
    saves = [
        index
        for index, step in enumerate(inside)
        if step.kind == "tool_call" and _saves(deed_of(step, results.get(step.call)), card)
    ]
    return Unwritten(inside[saves[-1] + 1 :] if saves else inside, is_told or bool(saves))


def is_due(found: Unwritten) -> bool:
    """It changed or committed something, or did anything at all where it never told any of it."""
    done = deeds(found.steps)
    return any(map(_is_change, done)) or (not found.is_told and any(map(_is_work, done)))


def _is_inside(spans: Sequence[tuple[float, float]], at: float) -> bool:
    return any(since <= at and (not until or at < until) for since, until in spans)


def _saves(deed: Deed, card: str) -> bool:
    if deed.failed is not False:
        return False
    if deed.tool.rpartition("__")[2] in _TOOLS:
        return text_in(deed.given, "card").casefold() == card.casefold()
    return any(_is_of(match[1], match[2], card) for match in _SAVES.finditer(command_of(deed)))


def _is_of(verb: str, given: str, card: str) -> bool:
    """Whether a command with these words saves the note of this card, which is the tracked one where none is named."""
    words = [word.strip("'\"") for word in given.split()]
    if "--card" in words[:-1]:
        return words[words.index("--card") + 1].casefold() == card.casefold()
    named = [word.casefold() for word in words if not word.startswith("--")] or ["-"]
    if verb == "append":
        return named[0] == card.casefold() or any(name.startswith(named[0]) for name in _SECTIONS)
    return card.casefold() in named or all(map(_A_FILE.fullmatch, named))


def _is_work(deed: Deed) -> bool:
    return _is_change(deed) or bool(command_of(deed) and not _KEEPS_NOTE.search(command_of(deed)))


def _is_change(deed: Deed) -> bool:
    return not deed.failed and (any(changed_by(deed)) or bool(_COMMITS.search(command_of(deed))))
