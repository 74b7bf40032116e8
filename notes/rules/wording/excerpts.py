"""Where a text holds what somebody looks for: a line of it, cut around the first hit. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

AROUND = 60
CUT = "…"


class Excerpt(NamedTuple):
    """`hit` is as the text has it, whatever case was typed."""

    before: str
    hit: str
    after: str


def folded(text: str) -> str:
    """What is the same to who types it: whatever case, and however its accents are put together."""
    return unicodedata.normalize("NFC", text).casefold()


def excerpt(lines: Iterable[str], words: Iterable[str]) -> Excerpt | None:
    """Of the line that has most of the words, the first of those. None where no line has any."""
    patterns = [re.compile(re.escape(unicodedata.normalize("NFC", word)), re.IGNORECASE) for word in words]
    best, most = None, 0
    for line in (unicodedata.normalize("NFC", line) for line in lines):
        hits = [found for pattern in patterns if (found := pattern.search(line))]
        if len(hits) > most:
            best, most = min(hits, key=lambda hit: hit.start()), len(hits)
    return _cut(best) if best else None


def _cut(found: re.Match[str]) -> Excerpt:
    before, after = found.string[: found.start()].lstrip(), found.string[found.end() :].rstrip()
    if len(before) > AROUND:
        before = CUT + before[-AROUND:].lstrip()
    if len(after) > AROUND:
        after = after[:AROUND].rstrip() + CUT
    return Excerpt(before, found.group(), after)
