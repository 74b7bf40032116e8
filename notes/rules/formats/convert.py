"""One format into another, with a list of what the other has no place for, and of headings that became others."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from notes.rules import formats
from notes.rules.documents import Document, Section, Shape
from notes.rules.formats import free, json_notes, nine_sections, six_fields, twelve_fields
from notes.rules.formats.entries import entries_of, lines_of_entries
from notes.rules.formats.kept_text import lines_of_field, stays_text
from notes.rules.formats.usual_headings import usual_section
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


class Renamed(NamedTuple):
    """Headings whose lines stand in this section or field now, in this order: several, or one with another name."""

    section: str
    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conversion:
    """`problems` say what a person has to add before the text is a note of that format."""

    text: str
    lost: tuple[Lost, ...]
    renamed: tuple[Renamed, ...]
    problems: tuple[Problem, ...]


class Part(NamedTuple):
    """A stretch of a note under the name that it has among the nine; `name` is its own where it has none there."""

    name: str
    source: str
    entries: tuple[str, ...]
    lines: tuple[str, ...]


def convert(document: Document, to: str) -> Conversion:
    if document.format == to:
        text = formats.render(document)
        return Conversion(text, (), (), formats.read(to, text).problems)
    parts = list(_parts_of_fields(document) if document.format in FIELDS else _parts(document))
    homes = _homes(to)
    lost = tuple(Lost(part.source, part.lines) for part in parts if homes is not None and part.name not in homes)
    kept = [part for part in parts if homes is None or part.name in homes]
    renamed = () if document.format in FIELDS else tuple(_renamed(kept, to))
    text = _render(kept, to)
    problems = formats.read(to, text).problems
    if document.format in FIELDS and to not in FIELDS:
        problems = (*_taken_for_markup(kept), *problems)
    return Conversion(text, lost, renamed, problems)


def _taken_for_markup(parts: list[Part]) -> Iterator[Problem]:
    for part in parts:
        if not stays_text(part.lines):
            says = f"“{part.source}” holds what Markdown takes for a block of its own: write it differently."
            yield Problem("format.not_plain_text", says, section=part.source)


def _parts(document: Document) -> Iterator[Part]:
    for section in document.sections:
        # The nine are always there; a heading of one's own says something even where nothing follows it.
        if any(section.lines) or document.format == free.NAME:
            name = usual_section(section.name) or section.name
            yield Part(name, section.name, tuple(entries_of(section.lines)), section.lines)


def _parts_of_fields(document: Document) -> Iterator[Part]:
    by_field = {field: name for name, fields in FIELDS[document.format].items() for field in fields}
    for section in document.sections:
        if any(section.lines):
            name = by_field.get(section.name, section.name)
            yield Part(name, section.name, section.lines, tuple(_markdown(section)))


def _renamed(parts: list[Part], to: str) -> Iterator[Renamed]:
    for name in dict.fromkeys(part.name for part in parts):
        headings = tuple(part.source for part in parts if part.name == name)
        if len(headings) > 1 or nine_sections.canonical_name(headings[0]) != name:
            yield Renamed(FIELDS[to][name][0] if to in FIELDS else name, headings)


def _markdown(section: Section) -> list[str]:
    return lines_of_field(section.lines[0]) if section.shape is Shape.TEXT else lines_of_entries(section.lines)


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
    blocks = [_block(name, of_name) for name, of_name in by_name.items()]
    return "\n\n".join(blocks) + "\n"


def _block(name: str, parts: list[Part]) -> str:
    """A blank line keeps parts apart: without it the first could end as a heading, a paragraph or an item of both."""
    lines = [line for part in parts if part.lines for line in ("", *part.lines)][1:]
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
