"""What a person has typed: read from a form, or begun from a revision of the note, in its format or in another."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from notes.models import Card
from notes.queries import notes, runners
from notes.queries.words import field_words
from notes.rules import formats
from notes.rules.authors.both_sides import keep_both
from notes.rules.formats import json_notes
from notes.rules.problems import Problem
from notes.web.edit import field_texts
from notes.web.edit.boxes import Field, boxes, empty_boxes, is_box
from notes.web.edit.conversions import Moved, NoPlace, converted
from notes.web.numbers import whole_number


@dataclass(frozen=True, slots=True)
class Draft:
    """`text` is the note that the boxes make. `base` is the revision they started from; 0 before the first.

    `reformats` where `format` is none that the note has: `lost` is then what of the base has no place in it, `moved`
    which of its headings became others.
    `problems` say why the boxes make no note; `strays` are texts that were sent and have no box here.
    `save` is one of the same words that was sent before and had no answer in time; `settled` is the revision that it
    became after all, which is the base then.
    """

    base: int
    format: str
    fields: tuple[Field, ...]
    text: str
    confirm: frozenset[str] = frozenset()
    reformats: bool = False
    lost: tuple[NoPlace, ...] = ()
    moved: tuple[Moved, ...] = ()
    problems: tuple[Problem, ...] = ()
    strays: tuple[Field, ...] = ()
    save: int = 0
    settled: int = 0


def begun(card: Card, number: int, format: str | None = None) -> Draft:
    """Raises NoSuchRevision."""
    if number == 0:
        wanted = format or card.format
        return Draft(0, wanted, empty_boxes(wanted), "", reformats=wanted != card.format)
    note = notes.revision(card, number)
    if format in (None, note.document.format):
        return Draft(number, note.document.format, boxes(note.document.format, note.text), note.text)
    text, lost, moved = converted(card, note.document, format)
    return Draft(number, format, boxes(format, text), text, reformats=True, lost=lost, moved=moved)


def sent(card: Card, form: Mapping[str, str]) -> Draft:
    """What came from the browser, whose line ends are CRLF. A box that was left alone keeps its exact value."""
    number, format, save = whole_number(form.get("base", "")), known_format(form), whole_number(form.get("save", ""))
    settled = (runners.saved_as(card, save) if save else None) or 0
    base = settled or (card.revision if number is None else number)
    try:
        before = begun(card, base, format)
    except notes.NoSuchRevision:
        before = begun(card, card.revision, format)
    fields = tuple(replace(field, text=_typed(form, field)) for field in before.fields)
    strays = tuple(_strays(form, fields))
    problems = [*_no_box(strays, before.format)]
    for field in fields:
        problems += field_texts.check(field.shape, field.label, field.text)
    text = _json(before, fields) if before.format in formats.JSON_FORMATS else fields[0].text
    confirm = frozenset(form.get("confirm", "").split())
    read = replace(before, base=base, fields=fields, text=text, confirm=confirm, save=save or 0, settled=settled)
    return replace(read, problems=tuple(problems), strays=strays)


def known_format(form: Mapping[str, str]) -> str | None:
    format = form.get("format")
    return format if format in formats.FORMATS else None


def over_newest(card: Card, draft: Draft) -> Draft:
    """After a conflict: the newest note with what was typed in it, every word of both."""
    format = draft.format if draft.reformats else None
    base, newest = begun(card, draft.base, format), begun(card, card.revision, format)
    if {field.name for field in newest.fields} != {field.name for field in draft.fields}:
        return newest  # another format by now: what was typed stands beside it
    fields = tuple(
        replace(theirs, text=keep_both(old.text, theirs.text, yours.text))
        for old, theirs, yours in zip(base.fields, newest.fields, draft.fields, strict=True)
    )
    return replace(newest, fields=fields, text=draft.text)


def _typed(form: Mapping[str, str], field: Field) -> str:
    text = formats.normalise(form.get(field.name, field.text))
    return field.text if text == formats.normalise(field.text) else text


def _strays(form: Mapping[str, str], fields: tuple[Field, ...]) -> list[Field]:
    shown = {field.name for field in fields}
    texts = ((name, text) for name, text in form.items() if is_box(name) and name not in shown)
    return [Field(name, formats.normalise(text)) for name, text in texts if text.strip()]


def _no_box(strays: tuple[Field, ...], format: str) -> list[Problem]:
    if not strays:
        return []
    kept = f"The note is kept as “{field_words(format)}”, and some of what you sent has no box there"
    says = f"{kept}: move it by hand, then save."
    return [Problem("write.no_box", says)]


def _json(before: Draft, fields: tuple[Field, ...]) -> str:
    """Fields that nobody touched go in as they stand in the base, whatever they hold."""
    if before.text and fields == before.fields:
        return before.text
    known = json_notes.load_fields(before.text) if before.text else {}
    parts = [f'"{field.label}": {_value(field, old, known)}' for field, old in zip(fields, before.fields, strict=True)]
    text = "{" + ", ".join(parts) + "}"
    read = formats.read(before.format, text)
    return formats.render(read.document) if read.document and not read.problems else text


def _value(field: Field, old: Field, known: object) -> str:
    if field.text == old.text and isinstance(known, dict) and field.label in known:
        return json_notes.dump_fields(known[field.label]).strip()
    return field_texts.to_json(field.shape, field.text)
