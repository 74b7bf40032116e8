"""Markdown lines to the entries of a JSON note and back."""

import re
from collections.abc import Iterable, Iterator

from notes.rules.documents import is_blank

BULLET = re.compile(r"([-*+]|\d{1,9}[.)])[ \t]+(?=\S)")
INDENT = "  "


def entries_of(lines: Iterable[str]) -> list[str]:
    """A list item with all that is indented below it is one entry; so is a run of other lines."""
    entries: list[list[str]] = []
    in_item = False
    for line in lines:
        if bullet := BULLET.match(line):
            entries.append([line[bullet.end() :]])
            in_item = True
        elif in_item and (is_blank(line) or line.startswith(INDENT)):
            entries[-1].append(line.removeprefix(INDENT))
        elif entries and entries[-1] and not in_item and not is_blank(line):
            entries[-1].append(line)
        else:
            in_item = False
            entries.append([] if is_blank(line) else [line])
    return [text for entry in entries if (text := "\n".join(entry).rstrip("\n \t"))]


def lines_of_text(text: str) -> list[str]:
    return text.split("\n")


def lines_of_entries(entries: Iterable[str]) -> list[str]:
    return [line for entry in entries for line in _item(entry)]


def _item(entry: str) -> Iterator[str]:
    first, *rest = entry.split("\n")
    yield f"- {first}"
    yield from (line if is_blank(line) else INDENT + line for line in rest)
