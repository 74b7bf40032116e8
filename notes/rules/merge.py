"""Three-way merge, line by line: what two writers made of one base.

Changes that touch the same or neighbouring lines, and insertions at one place, are a conflict; nothing is dropped
from either side without saying so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from merge3 import Merge3

from notes.rules.documents import Document, Shape
from notes.rules.formats import JSON_FORMATS, json_notes
from notes.rules.matching import Blocks, matching_blocks

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
    """A line as the merge sees it; in a JSON note each field begins with a token of its own."""

    text: str
    field: str = ""
    shape: Shape = Shape.MARKDOWN


def merge(base: Document, theirs: Document, yours: Document) -> Merge:
    sides = [_tokens(side) for side in (base, theirs, yours)]
    merged: list[Token] = []
    conflicts: list[Conflict] = []
    section = ""
    for tag, *parts in merge_lines(*sides):
        if tag == "conflict":
            conflicts.append(Conflict(section, *(tuple(token.text for token in part) for part in parts)))
        else:
            merged += parts[0]
        section = next((_begins(token) for token in reversed(parts[0]) if _begins(token)), section)
    return Merge(None, tuple(conflicts)) if conflicts else Merge(_text(theirs.format, merged))


def merge_lines(*sides: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """Groups as merge3 gives them: ("unchanged" | "a" | "b" | "same", lines) or ("conflict", base, a, b)."""
    letters: dict[Any, str] = {}
    known: list[Any] = []
    coded = ["".join([letters.get(line) or _letter(line, letters, known) for line in side]) for side in sides]
    base, a, b = coded
    for tag, *parts in Merge3(base, a, b, sequence_matcher=LongestCommon).merge_groups():
        yield tag, *([known[ord(letter)] for letter in part] for part in parts)


class LongestCommon:
    """What merge3 asks of a sequence matcher."""

    def __init__(self, _junk: None, a: str, b: str) -> None:
        self.a, self.b = a, b

    def get_matching_blocks(self) -> Blocks:
        return [*matching_blocks(self.a, self.b), (len(self.a), len(self.b), 0)]


def _letter(line: Any, letters: dict[Any, str], known: list[Any]) -> str:
    letters[line] = letter = chr(len(known))
    known.append(line)
    return letter


def _tokens(document: Document) -> list[Token]:
    if document.format not in JSON_FORMATS:
        return [Token(row.text) for row in document.rows]
    tokens: list[Token] = []
    for section in document.sections:
        tokens.append(Token("", section.name, section.shape))
        tokens += [Token(line, shape=section.shape) for line in section.lines]
    return tokens


def _begins(token: Token) -> str:
    """The section that begins with this token; for a message only, so a `##` in a code fence does no harm."""
    return token.field or (token.text[3:].strip() if token.text.startswith("## ") else "")


def _text(format: str, tokens: list[Token]) -> str:
    if format not in JSON_FORMATS:
        return "\n".join(token.text for token in tokens) + "\n"
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
