"""Three-way merge, line by line: what two writers made of one base.

Changes that touch the same or neighbouring lines, and insertions at one place, are a conflict; nothing is dropped
from either side without saying so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from merge3 import Merge3

from notes.rules.authors.matching import Blocks, matching_blocks
from notes.rules.documents import Document, Shape
from notes.rules.formats import JSON_FORMATS, json_notes

Lines = tuple[str, ...]


class Conflict(NamedTuple):
    """One place where both sides changed the same lines."""

    section: str
    base: Lines
    theirs: Lines
    yours: Lines


@dataclass(frozen=True, slots=True)
class Merge:
    """`text` is None where there are conflicts."""

    text: str | None
    conflicts: tuple[Conflict, ...] = ()


class Token(NamedTuple):
    """An entry of a JSON note as the merge sees it; each field begins with a token of its own."""

    text: str
    field: str = ""
    shape: Shape = Shape.MARKDOWN


def merge(base: Document, theirs: Document, yours: Document) -> Merge:
    merged: list[Any] = []
    conflicts: list[Conflict] = []
    # What stands above, as far as it went in or was there before: a conflict is named by its section.
    above: list[list[Any]] = []
    for tag, *parts in merge_lines(*map(_tokens, (base, theirs, yours))):
        if tag == "conflict":
            conflicts.append(Conflict(_section(above), *(tuple(map(_words, part)) for part in parts)))
        else:
            merged += parts[0]
        above.append(parts[0])
    return Merge(None, tuple(conflicts)) if conflicts else Merge(_text(theirs.format, merged))


def merge_lines(*sides: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Groups as merge3 gives them: ("unchanged" | "a" | "b" | "same", lines) or ("conflict", base, a, b)."""
    base, a, b = sides
    yield from Merge3(base, a, b, sequence_matcher=LongestCommon).merge_groups()


class LongestCommon:
    """What merge3 asks of a sequence matcher."""

    def __init__(self, _junk: None, a: Sequence[Any], b: Sequence[Any]) -> None:
        self.a, self.b = a, b

    def get_matching_blocks(self) -> Blocks:
        return [*matching_blocks(self.a, self.b), (len(self.a), len(self.b), 0)]


def _tokens(document: Document) -> list[Any]:
    """The lines themselves, or what stands for an entry of a JSON note."""
    if document.format not in JSON_FORMATS:
        return document.lines
    tokens: list[Token] = []
    for section in document.sections:
        tokens.append(Token("", section.name, section.shape))
        tokens += [Token(line, shape=section.shape) for line in section.lines]
    return tokens


def _words(token: str | Token) -> str:
    return token if isinstance(token, str) else token.text


def _section(above: list[list[Any]]) -> str:
    """For a message only, so a `##` in a code fence does no harm."""
    names = (_begins(token) for part in reversed(above) for token in reversed(part))
    return next(filter(None, names), "")


def _begins(token: str | Token) -> str:
    """The name of the section that begins here."""
    if isinstance(token, str):
        return token[3:].strip() if token.startswith("## ") else ""
    return token.field


def _text(format: str, tokens: list[Any]) -> str:
    if format not in JSON_FORMATS:
        return "\n".join(tokens) + "\n"
    fields: dict[str, Any] = {}
    name, shape = "", Shape.TEXT
    for token in tokens:
        if token.field:
            name, shape = token.field, token.shape
            fields[name] = {Shape.TEXT: "", Shape.LIST: [], Shape.MAP: {}}[shape]
        elif shape is Shape.TEXT:
            fields[name] = token.text
        elif shape is Shape.LIST:
            fields[name].append(token.text)
        else:
            pair = json_notes.split_pair(token.text)
            fields[name][pair[0]] = pair[1]
    return json_notes.dump_fields(fields)
