"""What a person has typed: read from a form, or begun from a revision of the note."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from notes.models import Card
from notes.queries import notes
from notes.rules import formats
from notes.rules.both_sides import keep_both
from notes.rules.documents import Document, Section, Shape
from notes.rules.formats import json_notes, nine_sections, six_fields, twelve_fields
from notes.web.edit import field_texts

WHOLE = "text"
FIELD = "field-"
LARGEST = 2**31 - 1  # what the databases hold
TEXT_FIELDS = ("original_goal", "current_objective", "current_state", "exact_next_step")


@dataclass(frozen=True, slots=True)
class Field:
    """One box of the form; a Markdown note has a single one."""

    name: str
    text: str
    shape: Shape = Shape.MARKDOWN

    @property
    def label(self) -> str:
        return self.name.removeprefix(FIELD)


@dataclass(frozen=True, slots=True)
class Draft:
    """`text` is the note that the boxes make. `base` is the revision they started from; 0 before the first."""

    base: int
    fields: tuple[Field, ...]
    text: str
    confirm: frozenset[str] = frozenset()


def begun(card: Card, number: int) -> Draft:
    """Raises NoSuchRevision."""
    note = notes.revision(card, number) if number else None
    if note is None:
        return Draft(number, _empty(card.format), "")
    return Draft(number, _fields(note.document, note.text), note.text)


def sent(card: Card, form: Mapping[str, str]) -> Draft:
    """What came from the browser, whose line ends are CRLF. A box that was left alone keeps its exact value."""
    base = min(int(form["base"]), LARGEST) if form.get("base", "").isdecimal() else card.revision
    try:
        before = begun(card, base)
    except notes.NoSuchRevision:
        before = begun(card, card.revision)
    fields = tuple(replace(field, text=_typed(form, field)) for field in before.fields)
    text = fields[0].text if fields[0].name == WHOLE else _json(card, before, fields)
    return Draft(base, fields, text, frozenset(form.get("confirm", "").split()))


def over_newest(card: Card, draft: Draft) -> Draft:
    """After a conflict: the newest note with what was typed in it, every word of both."""
    base, newest = begun(card, draft.base), begun(card, card.revision)
    if {field.name for field in newest.fields} != {field.name for field in draft.fields}:
        return newest  # another format by now: what was typed stands beside it
    fields = tuple(
        replace(theirs, text=keep_both(old.text, theirs.text, yours.text))
        for old, theirs, yours in zip(base.fields, newest.fields, draft.fields, strict=True)
    )
    return Draft(newest.base, fields, draft.text)


def _fields(document: Document, text: str) -> tuple[Field, ...]:
    return _boxes(document.sections) if document.format in formats.JSON_FORMATS else (Field(WHOLE, text),)


def _empty(format: str) -> tuple[Field, ...]:
    if format in formats.JSON_FORMATS:
        return _boxes(_empty_sections(format))
    return (Field(WHOLE, nine_sections.EMPTY_NOTE if format == nine_sections.NAME else ""),)


def _boxes(sections: Iterable[Section]) -> tuple[Field, ...]:
    return tuple(Field(FIELD + each.name, field_texts.to_text(each), each.shape) for each in sections)


def _empty_sections(format: str) -> tuple[Section, ...]:
    empty: dict[str, str | list[str] | dict[str, str]] = (
        {name: kind() for name, kind in six_fields.TYPES.items()}
        if format == six_fields.NAME
        else {name: "" if name in TEXT_FIELDS else [] for name in twelve_fields.FIELDS}
    )
    return tuple(json_notes.section_from(name, value) for name, value in empty.items())


def _typed(form: Mapping[str, str], field: Field) -> str:
    text = formats.normalise(form.get(field.name, ""))
    return field.text if text == formats.normalise(field.text) else text


def _json(card: Card, before: Draft, fields: tuple[Field, ...]) -> str:
    """Fields that nobody touched go in as they stand in the base, whatever they hold."""
    if before.base and fields == before.fields:
        return before.text
    known = json_notes.load_fields(before.text) if before.base else {}
    parts = [f'"{field.label}": {_value(field, old, known)}' for field, old in zip(fields, before.fields, strict=True)]
    text = "{" + ", ".join(parts) + "}"
    read = formats.read(card.format, text)
    return formats.render(read.document) if read.document and not read.problems else text


def _value(field: Field, old: Field, known: object) -> str:
    if field.text == old.text and isinstance(known, dict) and field.label in known:
        return json_notes.dump_fields(known[field.label]).strip()
    return field_texts.to_json(field.shape, field.text)
