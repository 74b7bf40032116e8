"""Markdown with any `##` sections, or none: what people already have."""

from notes.rules.documents import Document
from notes.rules.formats.markdown_notes import outline
from notes.rules.formats.reading import Reading

NAME = "free"


def parse(text: str) -> Reading:
    found = outline(text)
    return Reading(Document(NAME, found.sections), found.problems)
