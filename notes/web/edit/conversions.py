"""The note in another format, for a person to look at and to complete."""

from typing import NamedTuple

from notes.models import Card, Fact
from notes.models.fact import FactState
from notes.queries.words import field_words, section_words
from notes.rules import formats
from notes.rules.documents import Document
from notes.rules.formats import json_notes, six_fields
from notes.rules.formats.convert import convert


class NoPlace(NamedTuple):
    """A part of the note that the new format cannot hold."""

    title: str
    lines: tuple[str, ...]
    are_facts: bool


def converted(card: Card, document: Document, format: str) -> tuple[str, tuple[NoPlace, ...]]:
    """The text, and all that is not in it."""
    conversion = convert(document, format)
    of_fields = document.format in formats.JSON_FORMATS
    mirrors = six_fields.MIRRORS if document.format == six_fields.NAME else ()
    lost = (
        NoPlace(field_words(name) if of_fields else section_words(name), lines, name in mirrors)
        for name, lines in conversion.lost
    )
    text = _with_facts(card, conversion.text) if format == six_fields.NAME else conversion.text
    return text, tuple(lost)


def _with_facts(card: Card, text: str) -> str:
    """A six_fields note mirrors the facts of the card."""
    fields = json_notes.load_fields(text)
    assert isinstance(fields, dict), "a conversion has the shape of its format"
    facts = Fact.objects.filter(card=card, state=FactState.CURRENT).order_by("name")
    fields["must_carry"] = {fact.name: fact.value for fact in facts}
    fields["sources"] = {fact.name: fact.source for fact in facts if fact.source}
    return json_notes.dump_fields(fields)
