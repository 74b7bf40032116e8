"""The fields of a JSON note as texts that people can type, and back, without losing a blank or a line break.

An entry of a list begins with "- ", and its further lines with two spaces. A line without either is an entry too.
An empty line belongs to the entry when more of that follows; between entries it says nothing.
"""

import json
from collections.abc import Iterator

from notes.queries.words import field_words
from notes.rules.documents import Section, Shape
from notes.rules.formats import json_notes
from notes.rules.problems import Problem

BEGIN, GO_ON = "- ", "  "
SHOWN = 80


def to_text(section: Section) -> str:
    if section.shape is Shape.TEXT:
        return section.lines[0]
    return "\n".join(BEGIN + entry.replace("\n", f"\n{GO_ON}") for entry in section.lines)


def entries(text: str) -> list[str]:
    found: list[str] = []
    empty = 0
    for line in text.split("\n"):
        if line.startswith(BEGIN) or line == BEGIN.strip():
            found.append(line[len(BEGIN) :])
        elif line.startswith(GO_ON) and found:
            found[-1] += "\n" * (empty + 1) + line[len(GO_ON) :]
        elif line:
            found.append(line)
        empty = 0 if line else empty + 1
    return found


def to_json(shape: Shape, text: str) -> str:
    """The field's value as JSON. A name that stands twice stays twice, so that the format can refuse it.

    What `check` finds wrong is left out.
    """
    if shape is Shape.TEXT:
        return json.dumps(text, ensure_ascii=False)
    if shape is Shape.LIST:
        return json.dumps(entries(text), ensure_ascii=False)
    pairs = filter(None, map(json_notes.read_pair, entries(text)))
    inner = ", ".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in pairs)
    return f"{{{inner}}}"


def check(shape: Shape, field: str, text: str) -> Iterator[Problem]:
    """Entries that are no pairs, in a field of pairs."""
    if shape is not Shape.MAP:
        return
    for number, entry in enumerate(entries(text), start=1):
        if json_notes.read_pair(entry) is None:
            line = entry if len(entry) <= SHOWN else f"{entry[:SHOWN]}…"
            says = f"“{line}” in {field_words(field)} is no pair: write “name: value”, with a colon and a space."
            yield Problem("format.no_pair", says, section=field, line=number)
