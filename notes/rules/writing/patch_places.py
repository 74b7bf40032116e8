"""Which line or section a patch means; where it means none, the nearest one is named."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz, process

from notes.rules.authors.origins import Origins, parse_address
from notes.rules.documents import Document, Role
from notes.rules.hygiene.secrets import shown
from notes.rules.problems import Problem

# How much of a text is compared and repeated: enough to know a line by.
SHOWN = 120
MOST_NAMED = 20


class Line(NamedTuple):
    """Line `place` of the section with the index `section`; `id` is its permanent address."""

    section: int
    place: int
    id: str
    text: str


def lines_of(document: Document, origins: Origins) -> Iterator[Line]:
    """Every line that has an author. A section's lines are the last rows that it has."""
    rows: list[list[tuple[Role, str, str]]] = [[] for _ in document.sections]
    for row, origin in zip(document.rows, origins, strict=True):
        rows[row.section].append((row.role, str(origin), row.text))
    for number, section in enumerate(document.sections):
        own = rows[number][len(rows[number]) - len(section.lines) :]
        for index, (role, id, text) in enumerate(own):
            if role is Role.LINE:
                yield Line(number, index, id, text)


def find_line(lines: Sequence[Line], id: str | None, text: str | None, section: str) -> Line | Problem:
    if (id is None) == (text is None):
        return Problem("patch.no_line_named", "Name each line by its `id` or by its exact `text`.", section)
    if id is not None:
        address = str(parse_address(id))
        found = [line for line in lines if line.id == address]
    else:
        found = [line for line in lines if line.text == text]
    if len(found) > 1:
        ids = ", ".join(line.id for line in found[:MOST_NAMED])
        says = f"{len(found)} lines of {quoted(section)} read so: name the one you mean by its id ({ids})."
        return Problem("patch.ambiguous_line", says, section, detail={"ids": ids})
    return found[0] if found else _no_such_line(lines, id if text is None else text, section)


def no_such_section(document: Document, name: str) -> Problem:
    names = document.names
    nearest = process.extractOne(_clipped(name).casefold(), names, processor=str.casefold)[0]
    says = f"The note has no section {quoted(name)}. The nearest is {quoted(nearest)}."
    known = ", ".join(quoted(other) for other in names[:MOST_NAMED])
    return Problem("patch.no_such_section", says, detail={"nearest": nearest, "sections": known})


def quoted(text: str | None) -> str:
    return f"“{shown(text or '', SHOWN)}”"


def _no_such_line(lines: Sequence[Line], wanted: str | None, section: str) -> Problem:
    says = f"{quoted(section)} has no line {quoted(wanted)}."
    if not lines:
        return Problem("patch.no_such_line", f"{says} The section is empty.", section)
    texts = [_clipped(line.text) for line in lines]
    near = process.extractOne(_clipped(wanted or ""), texts, scorer=fuzz.ratio)
    line = lines[near[2]]
    says = f"{says} The nearest is {quoted(line.text)} ({line.id}); read the note again if it moved on."
    return Problem("patch.no_such_line", says, section, detail={"nearest": line.text, "id": line.id})


def _clipped(text: str) -> str:
    return text[:SHOWN]
