"""One version of a file that existed before the desk: what of it can be kept, and as which format.

Nothing that lies in the past can be refused, so whatever is text is kept, if need be as `free`.
"""

from dataclasses import dataclass

from notes.rules import formats
from notes.rules.documents import Document, is_blank
from notes.rules.formats import free, json_notes, nine_sections
from notes.rules.formats.limits import MAX_BYTES, check_caps, check_text
from notes.rules.formats.markdown_notes import outline
from notes.rules.hygiene.secret_kinds import may_hold_secret, secret_kinds
from notes.rules.importing.redaction import LeftOut, redact_fields, redact_lines
from notes.rules.problems import Problem


@dataclass(frozen=True, slots=True)
class Content:
    """`text` is canonical, so that the stored text parses to this document."""

    text: str
    document: Document
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True)
class Empty:
    """No text at all: the lines that were there are gone."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Nothing to keep, and nothing known about the lines: the version counts as if it had not been."""

    problem: Problem


Version = Content | Empty | Unreadable


def decode(raw: bytes) -> str | Problem:
    """The text with LF line ends, within the caps."""
    if len(raw) > MAX_BYTES + 3:
        says = f"The file is larger than a note may be, which is {MAX_BYTES:,} bytes."
        return Problem("format.too_many_bytes", says)
    try:
        text = formats.normalise(raw.decode())
    except UnicodeDecodeError:
        return Problem("format.not_text", "The file is not UTF-8 text.")
    return next(iter(check_caps(text) or check_text(text)), text)


def detect(text: str) -> str:
    """The format of a file by its content; `free` holds whatever none of the others describes."""
    if text.lstrip().startswith("{"):
        for name in formats.JSON_FORMATS:
            if _has_exactly_its_fields(name, text):
                return name
        return free.NAME
    reading = nine_sections.parse(text)
    return free.NAME if reading.problems or reading.document is None else nine_sections.NAME


def read_version(raw: bytes, format: str) -> Version:
    """`format` is the card's. A version of another shape keeps its own."""
    text = decode(raw)
    if isinstance(text, Problem):
        return Unreadable(text)
    if not text.strip():
        return Empty()
    return _json(text, format) if format in formats.JSON_FORMATS else _markdown(text, format)


def _markdown(raw: str, format: str) -> Version:
    text, left_out = redact_lines(raw)
    return _kept(_parse_markdown(text, format), left_out)


def _parse_markdown(text: str, format: str) -> Document:
    reading = formats.parse(format, text)
    if reading.document is None or (reading.problems and format != free.NAME):
        return Document(free.NAME, outline(text).sections)
    return reading.document


def _json(text: str, format: str) -> Version:
    others = [name for name in formats.JSON_FORMATS if name != format]
    name = next((name for name in others if _has_exactly_its_fields(name, text)), format)
    left_out: list[LeftOut] = []
    if may_hold_secret(text):
        fields = json_notes.load_fields(text)
        if isinstance(fields, dict):
            fields, left_out = redact_fields(fields)
            text = json_notes.dump_fields(fields)
    reading = formats.parse(name, text)
    if reading.document is None:
        return Unreadable(reading.problems[0])
    return _kept(reading.document, left_out)


def _kept(document: Document, left_out: list[LeftOut]) -> Version:
    text = formats.render(document)
    if is_blank(text.replace("\n", "")):
        return Empty()
    if secret_kinds(text):
        says = "The file holds what looks like a secret in a place that cannot be left out alone."
        return Unreadable(Problem("hygiene.secret", says))
    return Content(text, document, tuple(left_out))


def _has_exactly_its_fields(format: str, text: str) -> bool:
    reading = formats.parse(format, text)
    if reading.document is None:
        return False
    return not any(p.code in ("format.missing_field", "format.unknown_field") for p in reading.problems)
