"""The fields of a JSON note as texts that people can type, and back, without losing a blank or a line break.

An entry of a list begins with "- ", and its further lines with two spaces. A line without either is an entry too,
and an empty line parts entries and says nothing.
"""

import json

from notes.rules.documents import Section, Shape
from notes.rules.formats import json_notes

BEGIN, GO_ON = "- ", "  "


def to_text(section: Section) -> str:
    if section.shape is Shape.TEXT:
        return section.lines[0]
    return "\n".join(BEGIN + entry.replace("\n", f"\n{GO_ON}") for entry in section.lines)


def entries(text: str) -> list[str]:
    found: list[str] = []
    for line in text.split("\n"):
        if line.startswith(BEGIN) or line == BEGIN.strip():
            found.append(line[len(BEGIN) :])
        elif line.startswith(GO_ON) and found:
            found[-1] += "\n" + line[len(GO_ON) :]
        elif line:
            found.append(line)
    return found


def to_json(shape: Shape, text: str) -> str:
    """The field's value as JSON. A name that stands twice stays twice, so that the format can refuse it."""
    if shape is Shape.TEXT:
        return json.dumps(text, ensure_ascii=False)
    if shape is Shape.LIST:
        return json.dumps(entries(text), ensure_ascii=False)
    pairs = (json_notes.split_pair(entry) for entry in entries(text))
    inner = ", ".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in pairs)
    return f"{{{inner}}}"
