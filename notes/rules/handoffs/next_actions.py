"""What a note says is to be done next: the one thing that a receiver must restate word for word."""

import re

from notes.rules.documents import Document, Section
from notes.rules.formats import nine_sections, six_fields, twelve_fields
from notes.rules.formats.entries import entries_of

FIELDS = {six_fields.NAME: "next_action", twelve_fields.NAME: "exact_next_step"}
NINE = "Next"
FREE = frozenset({"next", "next action", "next actions", "next step", "next steps"})

_BOX = re.compile(r"\[([ xX])\][ \t]+(?=\S)")


def next_action(document: Document) -> str:
    """Empty where the note names none."""
    if field := FIELDS.get(document.format):
        return "\n".join(line for section in document.sections if section.name == field for line in section.lines)
    return next(
        (found for section in document.sections if _is_next(section, document) and (found := _first(section))), ""
    )


def _is_next(section: Section, document: Document) -> bool:
    if document.format == nine_sections.NAME:
        return nine_sections.canonical_name(section.name) == NINE
    return bool(section.heading) and section.name.strip().rstrip(":").rstrip().casefold() in FREE


def _first(section: Section) -> str:
    """The first entry that is not ticked off, without its list marker and its box."""
    for entry in entries_of(section.lines):
        box = _BOX.match(entry)
        if box is None or box[1] == " ":
            return entry[box.end() :] if box else entry
    return ""
