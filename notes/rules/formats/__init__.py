"""The four formats of a note. `read` takes what came in; `parse` and `render` are exact opposites."""

import re
from collections.abc import Callable
from dataclasses import replace

from notes.rules.documents import Document
from notes.rules.formats import free, json_notes, markdown_notes, nine_sections, six_fields, twelve_fields
from notes.rules.formats.limits import NINE_SECTIONS_TOKENS, check_bytes, check_caps, check_entries, check_text
from notes.rules.formats.reading import Reading
from notes.rules.problems import Problem

MARKDOWN_FORMATS = (nine_sections.NAME, free.NAME)
JSON_FORMATS = (six_fields.NAME, twelve_fields.NAME)
FORMATS = (*MARKDOWN_FORMATS, *JSON_FORMATS)
BYTE_ORDER_MARK = "\ufeff"
_BEGINNING = re.compile(r"\A(?:\ufeff|[ \t]*\n)++")

_PARSERS: dict[str, Callable[[str], Reading]] = {
    nine_sections.NAME: nine_sections.parse,
    free.NAME: free.parse,
    six_fields.NAME: six_fields.parse,
    twelve_fields.NAME: twelve_fields.parse,
}


def normalise(text: str) -> str:
    """Line ends become LF, and byte-order marks and blank lines at the beginning go; nothing else changes."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _BEGINNING.sub("", text) if BYTE_ORDER_MARK in text else text


def read(format: str, raw: str, *, require_sources: bool = False) -> Reading:
    """What came in as a document, with every reason why it is none of this format."""
    text = normalise(raw)
    if problems := (check_bytes(text) if format in JSON_FORMATS else check_caps(text)) or check_text(text):
        return Reading(None, tuple(problems))
    if not text.strip():
        return Reading(None, (Problem("write.empty", "There is no text. An empty write is never a note."),))
    reading = parse(format, text, require_sources=require_sources)
    if reading.document is None:
        return reading
    kept = render(reading.document)
    # What is kept can be longer than what came: sections are set apart, entries written out.
    problems = check_entries(reading.document.keys) or check_bytes(kept)
    return replace(
        reading,
        text=kept,
        problems=(*reading.problems, *problems),
        warnings=(*reading.warnings, *_dropped_mark(raw)),
    )


def _dropped_mark(raw: str) -> list[Problem]:
    if not raw.lstrip(" \t\r\n").startswith(BYTE_ORDER_MARK):
        return []
    return [Problem("format.byte_order_mark", "The byte-order mark at the beginning was dropped.")]


def parse(format: str, text: str, *, require_sources: bool = False) -> Reading:
    """`text` has LF line ends and is within the caps."""
    if format == six_fields.NAME:
        return six_fields.parse(text, require_sources=require_sources)
    return _PARSERS[format](text)


def render(document: Document) -> str:
    """The one canonical text of a document."""
    if document.format in JSON_FORMATS:
        return json_notes.dump_fields(json_notes.fields_of(document))
    return markdown_notes.render(document.sections)


def token_limit(format: str, of_project: int | None) -> int | None:
    """The most tokens that a note of this format may have; None where there is no limit."""
    if of_project is not None:
        return of_project
    return NINE_SECTIONS_TOKENS if format == nine_sections.NAME else None


def check_tokens(tokens: int, limit: int | None) -> list[Problem]:
    if limit is None or tokens <= limit:
        return []
    says = f"The note has {tokens:,} tokens; at most {limit:,} are allowed. Shorten it by {tokens - limit:,}."
    return [Problem("format.too_large", says)]
