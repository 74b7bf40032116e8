"""The desk has a new note and the agent has written in the file since: what stands in the file then. Pure."""

from dataclasses import dataclass

from notes.rules import formats
from notes.rules.authors.merge import merge
from notes.rules.documents import Document

BOTH = "the desk has a newer note, and both changed the same lines"


@dataclass(frozen=True, slots=True)
class Both:
    """`text` for the file; `aside` is the agent's, where it could not go in."""

    text: str
    aside: str | None = None


def both(format: str, base: str, desk: str, file: str | None) -> Both:
    """What the desk has stands in any case: a person may have written it."""
    if file is None or same(format, file, base) or same(format, file, desk):
        return Both(desk)
    documents = [_read(format, text) for text in (base, desk, file)]
    if None in documents[1:]:
        return Both(desk, file)
    found = merge(*(document or Document(format, ()) for document in documents))
    return Both(desk, file) if found.text is None else Both(found.text)


def same(format: str, one: str, other: str) -> bool:
    """Line ends and blank lines at the edges of sections make no other note."""
    if one == other:
        return True
    first, second = formats.read(format, one), formats.read(format, other)
    return bool(first.document) and first.text == second.text


def _read(format: str, text: str) -> Document | None:
    """None where it is no note of this format: then there is nothing to merge."""
    reading = formats.read(format, text)
    return None if reading.problems else reading.document
