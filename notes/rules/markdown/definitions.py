"""Link reference definitions: `[label]: destination "title"`, on one line or several."""

import re
from collections.abc import Callable

_LABEL = re.compile(r"(?:\\.|[^\\\[\]])*+", re.DOTALL)
_SPACES = re.compile(r"[ \t]*+")
ANGLED = re.compile(r"<(?:\\.|[^<>\n\\])*+>", re.DOTALL)
_BARE = re.compile(r"(?:\\[^ \n]|\\(?=[ \n])|[^\x00-\x20\x7f()\\])++")
TITLES = {
    '"': (re.compile(r'(?:\\.|[^"\\])*+', re.DOTALL), '"'),
    "'": (re.compile(r"(?:\\.|[^'\\])*+", re.DOTALL), "'"),
    "(": (re.compile(r"(?:\\.|[^()\\])*+", re.DOTALL), ")"),
}
_DEEPEST = 32  # parentheses in a destination


class _Refused(Exception):
    """It is no definition."""


class _Reader:
    """Reads over several lines, asking for the next one only when it needs it."""

    def __init__(self, first: str, more: Callable[[int], str | None]) -> None:
        self.piece = first + "\n"
        self.at = 0
        self.taken = 1
        self._more = more

    def next_line(self) -> bool:
        piece = self._more(self.taken)
        if piece is None:
            return False
        self.piece, self.at, self.taken = piece + "\n", 0, self.taken + 1
        return True

    def run(self, pattern: re.Pattern[str]) -> str:
        """What matches from here, over as many lines as it takes; stops at the character that does not."""
        parts: list[str] = []
        while True:
            start, self.at = self.at, _end(pattern, self.piece, self.at)
            parts.append(self.piece[start : self.at])
            if self.at < len(self.piece) or not self.next_line():
                return "".join(parts)

    def spaces(self) -> bool:
        """Skip blanks and at most one line ending; whether there were any."""
        start, taken = self.at, self.taken
        self.at = _end(_SPACES, self.piece, self.at)
        if self.peek() == "\n" and self.next_line():
            self.at = _end(_SPACES, self.piece, self.at)
        return (self.at, self.taken) != (start, taken)

    def peek(self) -> str:
        return self.piece[self.at : self.at + 1]


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def definition(first: str, more: Callable[[int], str | None]) -> tuple[int, str]:
    """How many lines the definition takes that begins with `first`, none if it is not one, and its label.

    `more(n)` gives the n-th line after, without what its containers take, unless a paragraph would end there.
    """
    reader = _Reader(first, more)
    try:
        label = _label(reader)
        _destination(reader)
    except _Refused:
        return 0, ""
    return _lines_with_title(reader), label


def _label(reader: _Reader) -> str:
    reader.at = 1
    label = reader.run(_LABEL)
    if not reader.piece.startswith("]:", reader.at) or not label.strip(" \t\n"):
        raise _Refused
    reader.at += 2
    return label


def _destination(reader: _Reader) -> None:
    reader.spaces()
    start = reader.at
    end = _end(ANGLED, reader.piece, start) if reader.peek() == "<" else _bare_end(reader.piece, start)
    if end <= start:
        raise _Refused
    reader.at = end


def _bare_end(text: str, at: int) -> int:
    """Where a destination without angle brackets ends; -1 when its parentheses do not match."""
    depth = 0
    while True:
        at = _end(_BARE, text, at)
        next_one = text[at : at + 1]
        if next_one == "(" and depth < _DEEPEST:
            depth += 1
        elif next_one == ")" and depth:
            depth -= 1
        else:
            return -1 if depth or next_one == "(" else at
        at += 1


def _lines_with_title(reader: _Reader) -> int:
    """The lines with their title if there is a right one, else without."""
    plain = reader.taken if _line_ends(reader) else 0
    if reader.spaces() and (title := TITLES.get(reader.peek())):
        pattern, closer = title
        reader.at += 1
        text = reader.run(pattern)
        if reader.peek() == closer:
            reader.at += 1
            if _line_ends(reader):
                return reader.taken
            return plain if text else 0  # in markdown-it an empty title before other text spoils the whole
    return plain


def _line_ends(reader: _Reader) -> bool:
    return reader.piece[reader.at :].strip(" \t") == "\n"
