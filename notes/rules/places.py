"""Where a problem stands: the line that a writer added or changed, and how a sentence names it."""

from collections.abc import Iterable
from typing import TypeAlias

from notes.rules.hygiene.secret_kinds import secret_kinds
from notes.rules.problems import Problem

# Section, number in the writer's text (in a JSON note: of the entry), text.
NewLine: TypeAlias = tuple[str, int, str]
NewLines: TypeAlias = Iterable[NewLine]


def problem_at(line: NewLine, code: str, says: str, detail: dict[str, str] | None = None) -> Problem:
    """A problem whose sentence begins with the place: "Line 3 of Done holds …"."""
    section, number, _ = line
    shown = section if _can_be_shown(section) else None
    start = f"Line {number} of {shown}" if shown else f"Line {number}"
    return Problem(code, f"{start} {says}", shown, number, detail)


def _can_be_shown(name: str) -> bool:
    # A heading is free text too: one that hides something is not repeated in a sentence that gets stored.
    return 0 < len(name) <= 100 and name.isprintable() and not secret_kinds(name)
