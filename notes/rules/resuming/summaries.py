"""What a model printed that was asked for a note: the note in it, and why it is none."""

import re
from collections.abc import Iterator

from notes.rules import formats
from notes.rules.documents import Document
from notes.rules.formats import nine_sections
from notes.rules.hygiene.characters import check_characters
from notes.rules.hygiene.elision import check_elision
from notes.rules.hygiene.secrets import check_secrets
from notes.rules.places import NewLine
from notes.rules.problems import Problem

_FENCED = re.compile(r"^(`{3,}|~{3,})[^\n`]*\n(.*?)^\1[ \t]*$", re.M | re.S)
_GOAL = re.compile(r"^##[ \t]+Goal\b", re.M | re.I)


def note_in(printed: str, format: str) -> str:
    """The first part that is a note of this format; where none is, the likeliest, so that the reasons make sense."""
    candidates = [part for part in _parts(formats.normalise(printed), format) if part.strip()]
    whole = [part for part in candidates if not formats.read(format, part).problems]
    return next(iter([*whole, *candidates]), "")


def check_summary(text: str, format: str, standing: Document | None) -> list[Problem]:
    """What the desk would say of it too: lines that stood there were looked at when they came."""
    reading = formats.read(format, text)
    if reading.problems or reading.document is None:
        return list(reading.problems)
    known = {line for section in standing.sections for line in section.lines} if standing else set()
    new = [line for line in _rows(reading.document) if line[2] not in known]
    return [*check_secrets(new), *check_characters(new), *check_elision(new)]


def _parts(text: str, format: str) -> Iterator[str]:
    if format in formats.JSON_FORMATS:
        yield text[text.find("{") : text.rfind("}") + 1]
    fenced = sorted((match[2] for match in _FENCED.finditer(text)), key=len, reverse=True)
    if format == nine_sections.NAME:
        yield from (found[goal.start() :] for found in [*fenced, text] if (goal := _GOAL.search(found)))
    elif fenced and text.strip().startswith(("```", "~~~")):
        # Free text may well hold code of its own: only where all of it stands in a fence is that one not its own.
        yield fenced[0]
    yield text


def _rows(document: Document) -> Iterator[NewLine]:
    for section in document.sections:
        yield from ((section.name, number, line) for number, line in enumerate(section.lines, start=1))
