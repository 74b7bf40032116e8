"""Markdown with exactly nine `##` sections in a fixed order. Every reason for a refusal is named at once."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise

from rapidfuzz import process

from notes.rules.documents import BEFORE_HEADINGS, FRONT_MATTER, Document, Section, is_blank
from notes.rules.formats.markdown_notes import Outline, outline
from notes.rules.formats.reading import Reading
from notes.rules.problems import Problem

NAME = "nine_sections"
SECTIONS = (
    "Goal",
    "Done",
    "Next",
    "Decisions and why",
    "Dead ends",
    "Files touched",
    "How to verify",
    "Checklist status",
    "Open questions",
)
BY_SPELLING = {name.casefold(): name for name in SECTIONS}
# A text full of other headings is no note of nine sections; the first of them say so well enough.
MOST_UNKNOWN = 20
EMPTY_NOTE = "\n\n".join(f"## {name}" for name in SECTIONS) + "\n"


def parse(text: str) -> Reading:
    found, warnings = _without_title(outline(text))
    sections = [_canonical(section) for section in found.sections]
    names = [section.name for section in sections if section.heading]
    problems = [
        *found.problems,
        *_outside(found),
        *(_misplaced(names, found) if names != list(SECTIONS) else ()),
        *_empty_goal(sections, found),
    ]
    return Reading(Document(NAME, tuple(sections)), tuple(problems), tuple(warnings))


def canonical_name(name: str) -> str:
    """Letter case and a trailing colon do not matter; a name that is none of the nine stays as it is."""
    return BY_SPELLING.get(name.rstrip(" \t:").casefold(), name)


def _canonical(section: Section) -> Section:
    if not section.heading:
        return section
    name = canonical_name(section.name)
    heading = (f"## {name}",) if name in SECTIONS else section.heading
    return section if heading == section.heading else replace(section, name=name, heading=heading)


def _without_title(found: Outline) -> tuple[Outline, list[Problem]]:
    """One leading `# title` is left out: the card has its title already."""
    for index, section in enumerate(found.sections[:2]):
        start = found.starts[index]
        title = next((h1 for h1 in found.titles if h1.first + 1 == start), None)
        if section.name != BEFORE_HEADINGS or section.heading or title is None:
            continue
        says = f"The title “{title.name}” in line {start} was left out: the card has its own."
        rest = _without_lines(section, title.after - title.first)
        kept = slice(index, index + 1)
        sections, starts = list(found.sections), list(found.starts)
        sections[kept], starts[kept] = ([rest], [starts[index]]) if rest.lines else ([], [])
        changed = replace(found, sections=tuple(sections), starts=tuple(starts))
        return changed, [Problem("format.title_left_out", says, line=start)]
    return found, []


def _without_lines(section: Section, count: int) -> Section:
    while count < len(section.lines) and is_blank(section.lines[count]):
        count += 1
    return replace(section, lines=section.lines[count:], inside=section.inside[count:])


def _named(found: Outline) -> Iterator[tuple[str, int]]:
    for section, start in zip(found.sections, found.starts, strict=True):
        if section.heading:
            yield canonical_name(section.name), start


def _outside(found: Outline) -> Iterator[Problem]:
    for section, start in zip(found.sections, found.starts, strict=True):
        if not section.heading and section.name != FRONT_MATTER:
            says = f"Text stands before the first section, in line {start}. Put it under one of the nine headings."
            yield Problem("format.text_outside_section", says, line=start)


def _misplaced(names: list[str], found: Outline) -> Iterator[Problem]:
    yield from _unknown(names, found)
    yield from _missing(names)
    yield from _repeated(names, found)
    yield from _out_of_order(found)


def _unknown(names: list[str], found: Outline) -> Iterator[Problem]:
    free = [name for name in SECTIONS if name not in names] or SECTIONS
    strangers = (pair for pair in _named(found) if pair[0] not in SECTIONS)
    for name, line in islice(strangers, MOST_UNKNOWN):
        nearest = process.extractOne(name.casefold(), free, processor=str.casefold)[0]
        says = f"“{name}” is none of the nine sections. Did you mean “{nearest}”?"
        yield Problem("format.unknown_section", says, section=name, line=line)


def _missing(names: list[str]) -> Iterator[Problem]:
    for name in SECTIONS:
        if name not in names:
            says = f"The section “{name}” is missing. Add a line “## {name}”; it may be empty unless it is the goal."
            yield Problem("format.missing_section", says, section=name)


def _repeated(names: list[str], found: Outline) -> Iterator[Problem]:
    seen: Counter[str] = Counter()
    for name, line in _named(found):
        seen[name] += 1
        if seen[name] == 2 and name in SECTIONS:
            says = f"“{name}” stands {names.count(name)} times. Put its lines under one heading."
            yield Problem("format.repeated_section", says, section=name, line=line)


def _out_of_order(found: Outline) -> Iterator[Problem]:
    first = {name: line for name, line in reversed(list(_named(found))) if name in SECTIONS}
    order = sorted(first, key=first.__getitem__)
    for before, name in pairwise(order):
        if SECTIONS.index(before) > SECTIONS.index(name):
            says = f"“{before}” comes before “{name}”. The order is: {', '.join(SECTIONS)}."
            yield Problem("format.out_of_order", says, section=name, line=first[name])


def _empty_goal(sections: list[Section], found: Outline) -> Iterator[Problem]:
    goals = [section for section in sections if section.heading and section.name == "Goal"]
    if goals and not any(section.lines for section in goals):
        line = next(line for name, line in _named(found) if name == "Goal")
        yield Problem("format.empty_goal", "“Goal” is empty. Say in a line what the work is for.", "Goal", line)
