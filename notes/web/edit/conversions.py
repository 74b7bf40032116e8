"""The note in another format, for a person to look at and to complete."""

from typing import NamedTuple

from notes.models import Card, Fact
from notes.models.fact import FactState
from notes.queries.words import title_words
from notes.rules.documents import Document
from notes.rules.formats import json_notes, six_fields
from notes.rules.formats.convert import convert


class NoPlace(NamedTuple):
    """A part of the note that the new format cannot hold."""

    title: str
    lines: tuple[str, ...]
    are_facts: bool


class Moved(NamedTuple):
    """Headings, in their order, whose lines stand under another one now."""

    title: str
    headings: tuple[str, ...]


class Converted(NamedTuple):
    """`lost` is all that is not in the text."""

    text: str
    lost: tuple[NoPlace, ...]
    moved: tuple[Moved, ...]


def converted(card: Card, document: Document, format: str) -> Converted:
    conversion = convert(document, format)
    mirrors = six_fields.MIRRORS if document.format == six_fields.NAME else ()
    lost = (NoPlace(title_words(name, document.format), lines, name in mirrors) for name, lines in conversion.lost)
    moved = (Moved(title_words(name, format), headings) for name, headings in conversion.renamed)
    text = _with_facts(card, conversion.text) if format == six_fields.NAME else conversion.text
    return Converted(text, tuple(lost), tuple(moved))


def _with_facts(card: Card, text: str) -> str:
    """A six_fields note mirrors the facts of the card."""
    fields = json_notes.load_fields(text)
    assert isinstance(fields, dict), "a conversion has the shape of its format"
    facts = Fact.objects.filter(card=card, state=FactState.CURRENT).order_by("name")
    fields["must_carry"] = {fact.name: fact.value for fact in facts}
    fields["sources"] = {fact.name: fact.source for fact in facts if fact.source}
    return json_notes.dump_fields(fields)
