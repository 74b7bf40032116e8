"""What was found, added to a note that stands there. Of its own lines it loses none but what is said anew."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from notes.rules.documents import Document, Section, is_blank
from notes.rules.formats import json_notes, nine_sections, six_fields, twelve_fields
from notes.rules.formats.convert import FIELDS, TEXT_FIELDS
from notes.rules.formats.entries import BULLET, entries_of
from notes.rules.formats.markdown_notes import render
from notes.rules.resuming.findings import LATER, Finding

NEXT_FIELDS = ("next_action", "exact_next_step")
NEXT, CHECKLIST = "Next", "Checklist status"
# Where a goal stands, what was asked for later belongs here.
REQUESTS = {six_fields.NAME: "goal", twelve_fields.NAME: "user_constraints"}
_BOX = re.compile(r"- \[[ xX]\] ")


def add_sections(document: Document, found: Sequence[Finding], locked: frozenset[str], stale: str) -> str:
    return render([_section(section, found, locked, stale) for section in document.sections])


def add_fields(document: Document, found: Sequence[Finding], locked: frozenset[str], stale: str) -> str:
    """To lists and to the goal; the next action is another one now. What is locked stays as it is."""
    fields = json_notes.fields_of(document)
    about = [finding for finding in found if finding.section == "Decisions and why"]
    if document.format == six_fields.NAME:
        found = [*(replace(finding, section="Done") for finding in about), *found]
    for name, homes in FIELDS[document.format].items():
        entries = entries_of(line for finding in found if finding.section == name for line in finding.lines)
        home = REQUESTS[document.format] if name == "Goal" else homes[0]
        fields[home] = _field(home, fields[home], entries, locked, stale.removeprefix("- "))
    return json_notes.dump_fields(fields)


def add_section(document: Document, name: str, found: Sequence[Finding]) -> str:
    """To a note of any shape, as a section at its end."""
    sections = dict.fromkeys(finding.section for finding in found)
    lines = [line for each in sections for line in (f"### {each}", *_lines(found, each))]
    return f"{render(document.sections)}\n## {name}\n" + "\n".join(lines) + "\n"


def only_new(document: Document, found: Sequence[Finding]) -> list[Finding]:
    """Without what stands there already, however often the same session is told of."""
    is_json = document.format in FIELDS
    actions = [finding for finding in found if finding.section == NEXT][1:] if is_json else []
    return [finding for finding in found if finding not in actions and not _is_told(document, finding)]


def _is_told(document: Document, finding: Finding) -> bool:
    homes = _homes(document.format, finding.section)
    known = {
        _bare(line)
        for section in document.sections
        if homes is None or section.name in homes
        for entry in section.lines
        for line in entry.split("\n")
    }
    return homes == () or all(_bare(line) in known for line in finding.lines if line.strip())


def _homes(format: str, name: str) -> tuple[str, ...] | None:
    """Where lines of this section go; anywhere in a note of any shape, nowhere in one that has no place for them."""
    if format in FIELDS:
        homes = FIELDS[format].get(name, ())
        return (*homes, REQUESTS[format]) if name == "Goal" else homes
    return (name,) if format == nine_sections.NAME else None


def _bare(line: str) -> str:
    """A request of the beginning is the same one when it comes after a goal."""
    return line.strip().removeprefix("- ").removeprefix(LATER)


def _section(section: Section, found: Sequence[Finding], locked: frozenset[str], stale: str) -> Section:
    new = [finding.lines for finding in found if finding.section == section.name]
    items = {_BOX.sub("", line) for lines in new for line in lines} if section.name == CHECKLIST else set()
    kept = [line for line in section.lines if line in locked or not _is_stale(line, items, stale)]
    added = [line for lines in new if not set(lines) <= set(kept) for line in lines]
    if not added:
        return section
    at = _after_locked(kept, locked) if section.name == NEXT else len(kept)
    return replace(section, lines=(*kept[:at], *_apart(kept[:at]), *added, *kept[at:]))


def _is_stale(line: str, items: set[str], stale: str) -> bool:
    """Said anew: how a box of the checklist stands, and who wrote the note."""
    return line.startswith(stale) or bool(_BOX.match(line) and _BOX.sub("", line) in items)


def _after_locked(lines: Sequence[str], locked: frozenset[str]) -> int:
    """What a person said is next stays first."""
    return max((index + 1 for index, line in enumerate(lines) if line in locked), default=0)


def _apart(before: Sequence[str]) -> list[str]:
    """An item after an item; after anything else a blank line, which ends whatever it was."""
    return [""] if before and not (is_blank(before[-1]) or BULLET.match(before[-1])) else []


def _field(
    name: str, value: str | list[str], entries: list[str], locked: frozenset[str], stale: str
) -> str | list[str]:
    if name in TEXT_FIELDS and isinstance(value, str):
        return value if value in locked or not entries else _text(name, value, entries)
    listed = [value] if isinstance(value, str) and value.strip() else list(value)
    kept = [entry for entry in listed if entry in locked or not entry.startswith(stale)]
    return [*kept, *(entry for entry in entries if entry not in kept)]


def _text(name: str, value: str, entries: list[str]) -> str:
    """One next action; of other texts the lines."""
    if name in NEXT_FIELDS:
        return entries[0]
    return "\n".join([value, *(entry for entry in entries if entry not in value.split("\n"))])


def _lines(found: Sequence[Finding], name: str) -> Iterable[str]:
    return (line for finding in found if finding.section == name for line in finding.lines)
