"""Walks through a note block by block with a stack of open containers, as CommonMark's parsing strategy says.

Where markdown-it-py and the specification differ, the structure follows markdown-it-py, except where a line
would then be hidden from the readers of another program without a mark: there the specification counts.
"""

from collections.abc import Callable, Sequence

from notes.rules.markdown.containers import QUOTE, enter_quote, follow, measure
from notes.rules.markdown.definitions import definition
from notes.rules.markdown.found import Heading, Inside, Scan
from notes.rules.markdown.inline import Paragraph, hidden_lines
from notes.rules.markdown.lazy import goes_on
from notes.rules.markdown.patterns import ATX, BREAK, FENCE, HTML_STARTS, MARKER, PLAIN, UNDERLINE

MAX_NESTING = 20  # markdown-it's: it shows nothing of what is nested deeper, so that counts as hidden
_CONTAINERS = frozenset(">-+*_0123456789")
_BLANKS = " \t"


def _closes(text: str, marker: str) -> bool:
    return not text.rstrip(_BLANKS).strip(marker)


class Blocks:
    """One pass over the lines of one note."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.stack: list[int] = []
        self.inside = [Inside.NOTHING] * len(lines)
        self.headings: dict[int, list[Heading]] = {1: [], 2: []}
        self.paragraphs: list[Paragraph] = []
        self.labels: set[str] = set()
        self.open_fence: int | None = None

    def scan(self) -> Scan:
        index, count = 0, len(self.lines)
        while index < count:
            index = self._block(index)
        for line in hidden_lines(self.paragraphs, self.labels):
            self._mark(line, line + 1, Inside.INLINE)
        return Scan(tuple(self.headings[2]), tuple(self.headings[1]), tuple(self.inside), self.open_fence)

    def _block(self, index: int) -> int:
        """Take in the block that begins on this line; the answer is the line after it."""
        text = self.lines[index]
        if not text and not self.stack:
            return index + 1
        if plain := PLAIN.match(text):
            index, at = self._last_item(index, plain.end())
            self.stack[:] = [at] * bool(at)
            return self._paragraph(index, at)
        matched, at, column, base, edge = follow(self.stack, text)
        del self.stack[matched:]
        while at < len(text):
            if self._too_deep():
                return self._skip(index)
            if column - edge > 3:
                return index + 1  # indented code
            if text[at] == ">":
                self.stack.append(QUOTE)
                at, column, base = enter_quote(text, at, column, base)
                edge = 0
                continue
            if text[at] not in _CONTAINERS:
                return self._leaf(index, at)
            if BREAK.match(text, at):
                return index + 1
            marker = MARKER.match(text, at)
            if not marker:
                return self._paragraph(index, at)
            at, column, edge = self._item(index, marker.end(), column + marker.end() - at, base)
        return index + 1

    def _last_item(self, index: int, at: int) -> tuple[int, int]:
        """Of plain items that follow each other. Those before it are paragraphs of one line: they hide nothing."""
        while at and index + 1 < len(self.lines) and (plain := PLAIN.match(self.lines[index + 1])) and plain.end():
            index, at = index + 1, plain.end()
        return index, at

    def _item(self, index: int, at: int, column: int, base: int) -> tuple[int, int, int]:
        """Open the list item whose marker ends at `at`; an empty one ends before a blank line."""
        text = self.lines[index]
        at, reached = measure(text, at, column + base)
        reached -= base
        empty = at == len(text)
        edge = column + 1 if empty or reached - column > 4 else reached
        if not empty or not self._is_blank(index + 1):
            self.stack.append(edge)
        return at, reached, edge

    def _is_blank(self, index: int) -> bool:
        if index == len(self.lines):
            return True
        text = self.lines[index]
        return follow(self.stack, text).at == len(text)

    def _too_deep(self) -> bool:
        return len(self.stack) * 2 >= MAX_NESTING and sum(2 if c else 1 for c in self.stack) >= MAX_NESTING

    def _skip(self, first: int) -> int:
        """Pass over what is nested too deep: the rest of the innermost quotation, or of the note."""
        while self.stack and self.stack[-1] != QUOTE:
            self.stack.pop()
        if not self.stack:
            return self._mark(first, len(self.lines), Inside.HTML)
        after_blank = False
        for index in range(first + 1, len(self.lines)):
            text = self.lines[index]
            rest = follow(self.stack, text)
            blank = rest.at == len(text)
            if rest.matched == len(self.stack):
                after_blank = blank
            elif blank or after_blank or not goes_on(self.stack, text, rest, any_item=True):
                return self._mark(first, index, Inside.HTML)
        return self._mark(first, len(self.lines), Inside.HTML)

    def _mark(self, first: int, after: int, inside: Inside) -> int:
        for index in range(first, after):
            self.inside[index] = self.inside[index] or inside
        return after

    def _leaf(self, index: int, at: int) -> int:
        text = self.lines[index]
        match text[at]:
            case "`" | "~":
                if opener := FENCE.match(text, at):
                    return self._fence(index, opener[0])
            case "#":
                if opener := ATX.match(text, at):
                    return self._atx(index, len(opener[0]), opener.end())
            case "<":
                for start, end in HTML_STARTS:
                    if start.match(text, at):
                        return self._html(index, at, end.search if end else None)
            case "[":
                if lines := self._definition(index, at):
                    return index + lines
        return self._paragraph(index, at)

    def _fence(self, first: int, opener: str) -> int:
        for index in range(first + 1, len(self.lines)):
            text = self.lines[index]
            rest = follow(self.stack, text)
            if rest.matched < len(self.stack):
                break
            if rest.indent < 4 and text.startswith(opener, rest.at) and _closes(text[rest.at :], opener[0]):
                return self._mark(first, index + 1, Inside.FENCE)
        else:
            index = len(self.lines)
        if self.open_fence is None:
            self.open_fence = first
        return self._mark(first, index, Inside.FENCE)

    def _html(self, first: int, at: int, ends: Callable[[str, int], object] | None) -> int:
        """`ends` finds the end in a line; without it the block ends before a blank line."""
        if ends and ends(self.lines[first], at):
            return self._mark(first, first + 1, Inside.HTML)
        for index in range(first + 1, len(self.lines)):
            text = self.lines[index]
            rest = follow(self.stack, text)
            if rest.matched < len(self.stack) or (not ends and rest.at == len(text)):
                return self._mark(first, index, Inside.HTML)
            if ends and ends(text, rest.at):
                return self._mark(first, index + 1, Inside.HTML)
        return self._mark(first, len(self.lines), Inside.HTML)

    def _definition(self, index: int, at: int) -> int:
        """How many lines it takes. In markdown-it, unlike elsewhere, any list item ends it: mark both."""
        text = self.lines[index][at:]
        lines, label = definition(text, lambda n: self._continuation(index + n, any_item=True))
        widest, other = definition(text, lambda n: self._continuation(index + n, any_item=False))
        self._mark(index, index + max(lines, widest), Inside.DEFINITION)
        self.labels.update({label, other} - {""})
        return lines

    def _continuation(self, index: int, *, any_item: bool) -> str | None:
        if index >= len(self.lines):
            return None
        text = self.lines[index]
        rest = follow(self.stack, text)
        if rest.at == len(text) or not goes_on(self.stack, text, rest, any_item=any_item):
            return None
        return text[rest.at :]

    def _atx(self, index: int, level: int, at: int) -> int:
        name = self.lines[index][at:].rstrip(_BLANKS)
        cut = name.rstrip("#")
        if cut and cut[-1] in _BLANKS:
            name = cut
        return self._heading(level, index, index + 1, name.strip(_BLANKS))

    def _heading(self, level: int, first: int, after: int, name: str) -> int:
        if level in self.headings and not self.stack:
            self.headings[level].append(Heading(first, after, name))
        return after

    def _paragraph(self, first: int, at: int) -> int:
        pieces = [self.lines[first][at:]]
        index = first
        for index in range(first + 1, len(self.lines)):
            text = self.lines[index]
            if not text:
                break
            if plain := PLAIN.match(text):
                if plain.end():
                    break
                pieces.append(text)
                continue
            rest = follow(self.stack, text)
            if rest.at == len(text):
                break
            if rest.matched == len(self.stack) and rest.indent < 4 and UNDERLINE.match(text, rest.at):
                self._inlines(first, pieces)
                name = " ".join(piece.strip(_BLANKS) for piece in pieces)
                return self._heading(1 if text[rest.at] == "=" else 2, first, index + 1, name)
            if not goes_on(self.stack, text, rest, any_item=False):
                break
            pieces.append(text[rest.at :])
        self._inlines(first, pieces)
        return first + len(pieces)

    def _inlines(self, first: int, pieces: list[str]) -> None:
        if len(pieces) > 1:
            self.paragraphs.append((first, pieces))
