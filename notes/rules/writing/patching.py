"""A change of one section made into the whole new text, so that nobody sends a note again for the sake of a line."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from notes.rules import formats
from notes.rules.authors.origins import Origins
from notes.rules.documents import Document, Section, Shape
from notes.rules.formats import json_notes, six_fields
from notes.rules.problems import Problem
from notes.rules.writing.patch_places import Line, find_line, lines_of, no_such_section, quoted


@dataclass(frozen=True, slots=True)
class Replacement:
    """One line, named by its address or its exact text. Without `by` it is taken out."""

    by: str | None
    id: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Patch:
    section: str
    append: tuple[str, ...] = ()
    replace: tuple[Replacement, ...] = ()


Patched = str | tuple[Problem, ...]


def patch_text(document: Document, origins: Origins, patch: Patch) -> Patched:
    """The whole text with the patch applied, or every reason why it cannot be."""
    if not document.sections:
        return (Problem("patch.no_note", "There is no note yet to change a part of: send the first one whole."),)
    homes = _homes(document, patch.section)
    if not homes:
        return (no_such_section(document, patch.section),)
    places, problems = _places(document, origins, homes, patch.replace)
    problems += _check_append(document, homes, patch)
    if problems:
        return tuple(problems)
    sections = list(document.sections)
    for home in homes:
        edits = {line.place: new.by for line, new in places if line.section == home}
        lines = _edited(sections[home].lines, edits)
        added = patch.append if home == homes[-1] else ()
        # Only to be rendered: what encloses each line is worked out when the text is read.
        sections[home] = _appended(replace(sections[home], lines=lines, inside=()), added)
    # What stands before the headings has no heading of its own: without lines it is not there.
    left = (section for section in sections if section.lines or section.heading or section.shape)
    return _checked(document, replace(document, sections=tuple(left)), homes)


def _homes(document: Document, name: str) -> list[int]:
    """Sections of this name: as written, else without letter case and a trailing colon."""
    names = document.names
    exact = [index for index, other in enumerate(names) if other == name]
    return exact or [index for index, other in enumerate(names) if _plain(other) == _plain(name)]


def _plain(name: str) -> str:
    return name.strip(" \t").rstrip(" \t:").casefold()


def _places(
    document: Document, origins: Origins, homes: list[int], replacements: Sequence[Replacement]
) -> tuple[list[tuple[Line, Replacement]], list[Problem]]:
    lines = [line for line in lines_of(document, origins) if line.section in homes]
    found = [(find_line(lines, new.id, new.text, document.names[homes[0]]), new) for new in replacements]
    places = [(line, new) for line, new in found if isinstance(line, Line)]
    problems = [line for line, _ in found if isinstance(line, Problem)]
    times = Counter(line for line, _ in places)
    problems += [_named_twice(line, document) for line, count in times.items() if count > 1]
    return places, problems


def _check_append(document: Document, homes: list[int], patch: Patch) -> list[Problem]:
    name, section = document.names[homes[0]], document.sections[homes[0]]
    if not patch.append and not patch.replace:
        return [Problem("patch.nothing", "There is nothing to do: send `append` or `replace`.", name)]
    if not patch.append:
        return []
    if len(homes) > 1:
        says = f"{len(homes)} sections are called {quoted(name)}: replace a line by its id, or send the whole note."
        return [Problem("patch.ambiguous_section", says, name)]
    if section.shape is Shape.TEXT and document.format == six_fields.NAME:
        says = f"{quoted(name)} is one text, no list: replace it instead of appending to it."
        return [Problem("patch.one_text", says, name)]
    return []


def _edited(lines: Sequence[str], edits: dict[int, str | None]) -> tuple[str, ...]:
    new = (edits.get(index, line) for index, line in enumerate(lines))
    return tuple(line for line in new if line is not None)


def _appended(section: Section, added: Sequence[str]) -> Section:
    if section.shape is Shape.TEXT:
        kept = [line for line in section.lines if line]
        if added:
            return replace(section, lines=(*kept, *added), shape=Shape.LIST)
        return replace(section, lines=("\n".join(kept),))
    return replace(section, lines=(*section.lines, *added))


def _checked(old: Document, new: Document, homes: list[int]) -> Patched:
    if problems := tuple(_check_pairs(new, homes)):
        return problems
    text = formats.render(new)
    read = formats.read(old.format, text)
    name = old.names[homes[0]]
    # What the format says against it, it says better itself.
    if read.problems or read.document is None or _stays_inside(old, read.document, name):
        return text
    says = f"These lines would not stay in {quoted(name)}: they change what stands after it. Send plain lines."
    return (Problem("patch.beyond_section", says, name),)


def _stays_inside(old: Document, new: Document, name: str) -> bool:
    before, after = ([s for s in note.sections if s.name != name] for note in (old, new))
    return before == after and new.names.count(name) <= old.names.count(name)


def _check_pairs(document: Document, homes: list[int]) -> Iterator[Problem]:
    """An object has `name: value` entries, and each name once: a second would drop the first in silence."""
    for section in (document.sections[home] for home in homes if document.sections[home].shape is Shape.MAP):
        names = [_pair_name(line) for line in section.lines]
        if None in names:
            says = f"An entry of {quoted(section.name)} is written `name: value`."
            yield Problem("patch.no_pair", says, section.name)
        elif len(set(names)) < len(names):
            says = f"A name would stand twice in {quoted(section.name)}: replace its entry instead of adding one."
            yield Problem("patch.repeated_name", says, section.name)


def _pair_name(line: str) -> str | None:
    """The name in a `name: value` entry; None where the line is none."""
    try:
        return json_notes.split_pair(line)[0]
    except ValueError:
        return None


def _named_twice(line: Line, document: Document) -> Problem:
    says = f"The line {line.id} is replaced twice: say once what shall stand there."
    return Problem("patch.line_twice", says, document.names[line.section], detail={"id": line.id})
