"""What stands in place of a note whose work succeeded: nothing that could lead the next run astray."""

from collections.abc import Mapping

from notes.rules.facts.decisions import FactValue
from notes.rules.resuming.findings import Finding, Worth
from notes.rules.resuming.first_note import first_note

CLEARED = "The last run succeeded, so its note was cleared. The history keeps it."
NOTHING_LEFT = "Nothing is left to do of that run."


def cleared(format: str, title: str, facts: Mapping[str, FactValue]) -> str:
    """A note of the format, with the title as its goal."""
    said = (("Done", CLEARED), ("Next", NOTHING_LEFT))
    return first_note([Finding(name, (f"- {line}",), Worth.GOAL) for name, line in said], format, title, facts)
