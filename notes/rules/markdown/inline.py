"""Which lines of a paragraph begin where a reader does not see them.

That is inside a tag, comment, processing instruction, declaration or CDATA section, inside the target, title
or label of a link, or inside an image. Code spans, escapes and autolinks come first where they stand first.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from notes.rules.markdown.definitions import ANGLED, TITLES
from notes.rules.markdown.patterns import TAG

Paragraph = tuple[int, Sequence[str]]  # its first line, and what stands in its lines

_STOP = re.compile(r"\\|`++|<|!?\[|\]")
_CODE = re.compile(r"`++")
_AUTOLINK = re.compile(
    r"<[A-Za-z][A-Za-z0-9+.-]{1,31}+:[^<>\x00-\x20]*+>"
    r"|<[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]++@[A-Za-z0-9-]++(?:\.[A-Za-z0-9-]++)*+>"
)
_SPACES = re.compile(r"[ \t\n]*+")
_REFERENCE = re.compile(r"\[((?:\\.|[^\\\[\]])*+)\]", re.DOTALL)
# What counts in a destination: for the specification, and for markdown-it, which escapes a line ending too.
_DESTINATION_READINGS = (
    re.compile(r"\\[^ \n]|[()]|[\x00-\x20\x7f]"),
    re.compile(r"\\[^ ]|[()]|[\x00-\x20\x7f]", re.DOTALL),
)
_CONSTRUCTS = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"))
_DECLARATION = re.compile(r"<![A-Za-z]")
_EMPTY_COMMENT = re.compile(r"<!---?>")


def hidden_lines(paragraphs: Iterable[Paragraph], labels: Iterable[str]) -> Iterator[int]:
    """The lines of these paragraphs that begin out of sight; `labels` are those that the note defines."""
    known = {_folded(label) for label in labels}
    for first, pieces in paragraphs:
        text = "\n".join(pieces)
        if "<" not in text and "](" not in text and not (known and "[" in text):
            continue
        starts, spans = _starts(pieces), _Spans(text, known).found()
        yield from (first + number for number in _covered(starts, spans))


def _starts(pieces: Sequence[str]) -> list[int]:
    at, starts = 0, []
    for piece in pieces:
        starts.append(at)
        at += len(piece) + 1
    return starts


def _covered(starts: Sequence[int], spans: Sequence[tuple[int, int]]) -> Iterator[int]:
    """The numbers of the starts that lie within a span; spans may nest, but do not cross."""
    number = 0
    for opened, closed in sorted(spans):
        while number < len(starts) and starts[number] <= opened:
            number += 1
        while number < len(starts) and starts[number] < closed:
            yield number
            number += 1


def _folded(label: str) -> str:
    return " ".join(label.split()).casefold()


def _bare_ends(text: str, reading: re.Pattern[str]) -> dict[int, int]:
    """Where a link destination ends, by its start: at a blank or at a parenthesis that it did not open."""
    ends: dict[int, int] = {}
    open_starts = [0]
    for found in reading.finditer(text):
        if found[0] == "(":
            open_starts.append(found.end())
        elif found[0] == ")":
            if open_starts:
                ends[open_starts.pop()] = found.start()
        elif len(found[0]) == 1:
            if open_starts:
                ends[open_starts[-1]] = found.start()
            open_starts = [found.end()]
    if open_starts:
        ends[open_starts[-1]] = len(text)
    return ends


class _Spans:
    """Reads one paragraph from left to right and notes the spans that are out of sight."""

    def __init__(self, text: str, labels: set[str]) -> None:
        self.text = text
        self.labels = labels
        self.spans: list[tuple[int, int]] = []
        self.brackets: list[int] = []
        self.inactive = 0  # so many brackets stand before a link, and a link cannot hold another
        self.latest = -1
        self.absent: set[str] = set()
        self.last_runs: dict[int, int] | None = None
        self.bare_ends: list[dict[int, int]] = []

    def found(self) -> list[tuple[int, int]]:
        at = 0
        while stop := _STOP.search(self.text, at):
            at = self._after(stop)
        return self.spans

    def _after(self, stop: re.Match[str]) -> int:
        match stop[0]:
            case "\\":
                return stop.end() + 1
            case "<":
                return self._after_angle(stop.start())
            case "[" | "![":
                self.brackets.append(stop.start())
                self.latest = stop.start()
                return stop.end()
            case "]":
                return self._after_bracket(stop.start())
        return self._after_code(stop)

    def _after_code(self, opener: re.Match[str]) -> int:
        if self.last_runs is None:
            self.last_runs = {len(run[0]): run.start() for run in _CODE.finditer(self.text)}
        size, at = len(opener[0]), opener.end()
        while self.last_runs[size] >= at and (run := _CODE.search(self.text, at)):
            at = run.end()
            if len(run[0]) == size:
                return at
        return opener.end()

    def _after_angle(self, at: int) -> int:
        if autolink := _AUTOLINK.match(self.text, at):
            return autolink.end()
        end = self._construct_end(at)
        if end < 0:
            return at + 1
        self.spans.append((at, end))
        return end

    def _construct_end(self, at: int) -> int:
        text = self.text
        for opener, closer in _CONSTRUCTS:
            if text.startswith(opener, at) and (opener != "<!" or _DECLARATION.match(text, at)):
                if opener == "<!--" and (empty := _EMPTY_COMMENT.match(text, at)):
                    return empty.end()
                return self._end_of(closer, at + len(opener))
        tag = TAG.match(text, at)
        return tag.end() if tag else -1

    def _end_of(self, closer: str, at: int) -> int:
        """Behind the next `closer`; what was once sought in vain is not sought again."""
        if closer in self.absent:
            return -1
        found = self.text.find(closer, at)
        if found < 0:
            self.absent.add(closer)
            return -1
        return found + len(closer)

    def _after_bracket(self, at: int) -> int:
        if not self.brackets:
            return at + 1
        opened = self.brackets.pop()
        image = self.text[opened] == "!"
        active = image or len(self.brackets) >= self.inactive
        self.inactive = min(self.inactive, len(self.brackets))
        span = self._link_span(opened, opened + image + 1, at) if active else None
        if span is None:
            return at + 1
        self.spans.append(span)
        if span[0] == at:
            self.inactive = len(self.brackets)
        return span[1]

    def _link_span(self, opened: int, inner: int, at: int) -> tuple[int, int] | None:
        """What the link or image that the `]` at `at` closes keeps out of sight; None when it closes none."""
        hidden_from = at if self.text[opened] == "[" else opened
        if self.text.startswith("(", at + 1):
            if not self.bare_ends:
                self.bare_ends = [_bare_ends(self.text, reading) for reading in _DESTINATION_READINGS]
            for bare_ends in self.bare_ends:
                end = self._target_end(at + 2, bare_ends)
                if self.text.startswith(")", end):
                    return hidden_from, end + 1
            # markdown-it also takes a label that stands where a target went wrong
            stray = _REFERENCE.match(self.text, end + 1)
            if stray and _folded(stray[1]) in self.labels:
                return at, stray.end()
        end = self._label_end(inner, at)
        return (hidden_from, end) if end >= 0 else None

    def _label_end(self, inner: int, at: int) -> int:
        reference = _REFERENCE.match(self.text, at + 1)
        if reference and reference[1]:
            return reference.end() if _folded(reference[1]) in self.labels else -1
        if self.latest >= inner or _folded(self.text[inner:at]) not in self.labels:
            return -1  # a label that holds brackets is none
        return reference.end() if reference else at + 1

    def _target_end(self, at: int, bare_ends: dict[int, int]) -> int:
        """Where the closing parenthesis should stand."""
        start = self._skip(at)
        if self.text.startswith("<", start):
            angled = ANGLED.match(self.text, start)
            end = angled.end() if angled else -1
        else:
            end = bare_ends.get(start, -1)
        return start if end < 0 else self._title_end(end)

    def _title_end(self, at: int) -> int:
        after = self._skip(at)
        title = TITLES.get(self.text[after : after + 1])
        if title is None or after == at:
            return after
        pattern, closer = title
        run = pattern.match(self.text, after + 1)
        return self._skip(run.end() + 1) if run and self.text.startswith(closer, run.end()) else after

    def _skip(self, at: int) -> int:
        found = _SPACES.match(self.text, at)
        return found.end() if found else at
