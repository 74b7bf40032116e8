"""One format into another, with a list of what the other has no place for."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from notes.rules import formats
from notes.rules.documents import Document, Section, Shape
from notes.rules.formats import free, json_notes, nine_sections, six_fields, twelve_fields
from notes.rules.formats.entries import entries_of, lines_of_entries, lines_of_text
from notes.rules.problems import Problem

# Section of the nine → the field or fields that hold the same, the first of them on the way in.
FIELDS: dict[str, dict[str, tuple[str, ...]]] = {
    six_fields.NAME: {
        "Goal": ("goal",),
        "Done": ("done",),
        "Next": ("next_action",),
        "Open questions": ("open_questions",),
    },
    twelve_fields.NAME: {
        "Goal": ("original_goal", "current_objective"),
        "Done": ("changes_applied", "current_state"),
        "Next": ("exact_next_step",),
        "Decisions and why": ("decisions_made",),
        "Dead ends": ("errors_and_failed_attempts", "things_not_to_repeat"),
        "Files touched": ("important_files_and_symbols",),
        "How to verify": ("tests_run",),
    },
}
TEXT_FIELDS = ("goal", "next_action", "original_goal", "current_objective", "current_state", "exact_next_step")


class Lost(NamedTuple):
    """What the other format cannot hold."""

    section: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conversion:
    """`problems` say what a person has to add before the text is a note of that format."""

    text: str
    lost: tuple[Lost, ...]
    problems: tuple[Problem, ...]


class Part(NamedTuple):
    """A stretch of a note under the name that it has among the nine; `name` is its own where it has none there."""

    name: str
    source: str
    entries: tuple[str, ...]
    lines: tuple[str, ...]


def convert(document: Document, to: str) -> Conversion:
    parts = list(_parts(document))
    homes = _homes(to)
    lost = tuple(Lost(part.source, part.lines) for part in parts if homes is not None and part.name not in homes)
    text = _render([part for part in parts if homes is None or part.name in homes], to)
    return Conversion(text, lost, formats.read(to, text).problems)


def _parts(document: Document) -> Iterator[Part]:
    by_field = {field: name for name, fields in FIELDS.get(document.format, {}).items() for field in fields}
    for section in document.sections:
        if not any(section.lines):
            continue
        if section.shape is Shape.MARKDOWN:
            name = nine_sections.canonical_name(section.name)
            yield Part(name, section.name, tuple(entries_of(section.lines)), section.lines)
        else:
            name = by_field.get(section.name, section.name)
            yield Part(name, section.name, section.lines, tuple(_markdown(section)))


def _markdown(section: Section) -> list[str]:
    return lines_of_text(section.lines[0]) if section.shape is Shape.TEXT else lines_of_entries(section.lines)


def _homes(to: str) -> set[str] | None:
    """The names that the format has a place for; None where it takes any."""
    if to == free.NAME:
        return None
    return set(FIELDS[to]) if to in FIELDS else set(nine_sections.SECTIONS)


def _render(parts: list[Part], to: str) -> str:
    by_name: dict[str, list[Part]] = {name: [] for name in nine_sections.SECTIONS} if to == nine_sections.NAME else {}
    for part in parts:
        by_name.setdefault(part.name, []).append(part)
    if to in FIELDS:
        return json_notes.dump_fields(_fields(by_name, to))
    blocks = [_block(name, [line for part in of_name for line in part.lines]) for name, of_name in by_name.items()]
    return "\n\n".join(blocks) + "\n"


def _block(name: str, lines: list[str]) -> str:
    return "\n".join([f"## {name}"] * bool(name.strip("-")) + lines)


def _fields(by_name: dict[str, list[Part]], to: str) -> dict[str, Any]:
    fields: dict[str, Any] = _empty(to)
    for name, homes in FIELDS[to].items():
        entries = [entry for part in by_name.get(name, []) for entry in part.entries]
        fields[homes[0]] = "\n".join(entries) if homes[0] in TEXT_FIELDS else entries
    return fields


def _empty(to: str) -> dict[str, Any]:
    if to == six_fields.NAME:
        return {name: kind() for name, kind in six_fields.TYPES.items()}
    return {name: "" if name in TEXT_FIELDS else [] for name in twelve_fields.FIELDS}
