"""What each line of a Markdown note is in its block: a bullet, a row of a table, code, a quotation …

Pure, and forgiving: what it does not know is text. Which lines are code or HTML was decided by the scan.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from notes.rules.documents import is_blank
from notes.rules.markdown import Inside

DEEPEST = 6
MOST_COLUMNS = 8

QUOTE = re.compile(r" {0,3}> ?")
# None of these may look at a run of blanks twice: a line may hold a hundred thousand of them.
HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
ITEM = re.compile(r"([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+|$)(.*)$", re.DOTALL)
TASK = re.compile(r"\[([ xX])\][ \t]+(.*)$", re.DOTALL)
DASHES = re.compile(r":?-+:?")
FENCE = re.compile(r"(`{3,}|~{3,})([^`]*)$")
PIPE = re.compile(r"(?<!\\)\|")


class Look(NamedTuple):
    """`level` is the depth of a list, `quotes` of quotations; `marker` is what stands before the text."""

    kind: str
    text: str = ""
    level: int = 0
    quotes: int = 0
    marker: str = ""
    cells: tuple[str, ...] = ()


def looks(lines: Sequence[tuple[str, Inside]]) -> list[Look]:
    return list(_Reader(lines))


@dataclass
class _Reader:
    """Reads the lines of one section from top to bottom."""

    lines: Sequence[tuple[str, Inside]]
    fence: str = ""
    columns: int = 0
    after_blank: bool = True
    in_code: bool = False
    # Where the text of each list item begins that is still open.
    indents: list[int] = field(default_factory=list)

    def __iter__(self) -> Iterator[Look]:
        for index, (text, inside) in enumerate(self.lines):
            if inside is Inside.FENCE:
                yield self._fenced(text)
                continue
            self.fence = ""
            if inside is not Inside.NOTHING:
                yield Look("raw", text)
            elif is_blank(text):
                self.columns = 0
                yield Look("blank")
            else:
                yield self._open(index, text)
            self.after_blank = is_blank(text)

    def _fenced(self, text: str) -> Look:
        bare = text.lstrip("> \t")
        item = ITEM.match(bare)
        found = FENCE.match(bare) or (FENCE.match(item[4].lstrip(" \t")) if item else None)
        if not self.fence:
            self.fence = found[1] if found else "```"
            return Look("fence", text, marker=found[2].strip() if found else "")
        if found and found[1].startswith(self.fence) and not found[2].strip():
            self.fence = ""
            return Look("fence", text)
        return Look("code", text)

    def _open(self, index: int, text: str) -> Look:
        quotes = 0
        while quotes < DEEPEST and (match := QUOTE.match(text)):
            text, quotes = text[match.end() :], quotes + 1
        if found := self._table(index, text):
            return found._replace(quotes=quotes)
        return self._block(text)._replace(quotes=quotes)

    def _table(self, index: int, text: str) -> Look | None:
        """A row, where a line of dashes follows or came before."""
        following = self.lines[index + 1][0] if index + 1 < len(self.lines) else ""
        if self.columns and PIPE.search(text):
            if _is_ruler(text):
                return Look("ruler", text)
            return Look("tr", text, cells=_cells(text, self.columns))
        self.columns = 0
        if not (PIPE.search(text) and PIPE.search(following) and _is_ruler(following)):
            return None
        count = len(_cells(text))
        if count != len(_cells(following)) or count > MOST_COLUMNS:
            return None
        self.columns = count
        return Look("th", text, cells=_cells(text))

    def _block(self, text: str) -> Look:
        width = _width(text)
        if width < 4:
            self.in_code = False
        if (match := HEADING.match(text)) and width < 4:
            self.indents.clear()
            return Look(f"h{max(len(match[1]), 3)}", _heading(text[match.end() :]))
        if RULE.match(text):
            self.indents.clear()
            return Look("rule", text)
        if (match := ITEM.match(text)) and (self.indents or width < 4):
            return self._item(width, match)
        self.in_code = width >= 4 and not self.indents and (self.after_blank or self.in_code)
        if self.in_code:
            return Look("code", text)
        if self.after_blank:
            self._close(width)
        return Look("text", text.lstrip(" \t"), level=min(len(self.indents), DEEPEST))

    def _item(self, width: int, match: re.Match[str]) -> Look:
        self._close(width)
        level = min(len(self.indents), DEEPEST)
        self.indents.append(width + len(match[2]) + min(max(len(match[3]), 1), 4))
        if task := TASK.match(match[4]):
            return Look("task" if task[1] == " " else "done", task[2], level)
        if match[2] in "-*+":
            return Look("bullet", match[4], level, marker="•")
        return Look("number", match[4], level, marker=match[2])

    def _close(self, width: int) -> None:
        while self.indents and width < self.indents[-1]:
            self.indents.pop()


def _width(text: str) -> int:
    blanks = text[: len(text) - len(text.lstrip(" \t"))]
    return len(blanks.expandtabs(4))


def _heading(text: str) -> str:
    """Without the #s that may close it."""
    text = text.strip(" \t")
    open_end = text.rstrip("#")
    return open_end.rstrip(" \t") if open_end[-1:] in ("", " ", "\t") else text


def _is_ruler(text: str) -> bool:
    return "-" in text and all(DASHES.fullmatch(cell) for cell in _cells(text))


def _cells(text: str, columns: int | None = None) -> tuple[str, ...]:
    """As many as the table has columns; what is beyond the last one stays in it, so that nothing is lost."""
    inner = text.strip(" \t")
    inner = inner[1:] if inner.startswith("|") else inner
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    cells = PIPE.split(inner, maxsplit=columns - 1 if columns else 0)
    return tuple(cell.strip(" \t") for cell in cells)
