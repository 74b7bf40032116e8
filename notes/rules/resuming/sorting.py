"""What of a session goes on to the next: word for word, in summary, or not at all.

Two questions in order. Would the next step go wrong if this were reworded? Then pass it. Will the next step use it?
Then summarise it, else drop it: the full record of the run keeps what is dropped.
"""

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["instruction", "statement", "thinking", "tool_call", "tool_result"]
Pile = Literal["pass", "summarise", "drop"]

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_CURRENCY = r"(?:rs\.?|inr|usd|eur|gbp|[$€£¥₹])"
_NUMBER = r"\d(?:[\d.,]{0,30}\d)?"
# What a reader would have to look up again if it came in other words. Of two that could begin at one place, the first.
EXACT = {
    "an address": r"\bhttps?://\S+|\b[\w.+-]{1,64}@[\w-]+(?:\.\w+)+",
    "a date or time": rf"(?i:\b\d{{4}}-\d\d-\d\d\b|\b\d\d?:\d\d\b|\b\d\d? {_MONTH}\b(?: \d{{4}})?|\b{_MONTH} \d\d?\b)",
    "an amount": rf"(?i:(?<!\w){_CURRENCY} ?{_NUMBER}|\b{_NUMBER} ?(?:{_CURRENCY}|%|lakh|crore)(?!\w))",
    "an id": r"\b[A-Z][A-Z0-9]+-\d+\b|#\d+\b|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b",
    "an exact name": r"`[^`\n]+`|(?<![\w./-])[\w.-]+(?:/[\w.-]+)+|\b\w+\.(?:py|js|ts|md|json|toml|ya?ml|sql|go|rs)\b",
}
_NAMES = list(EXACT)
_EXACT = re.compile("|".join(f"({pattern})" for pattern in EXACT.values()))
ERROR = re.compile(
    r"(?i)\b\w*(?:error|exception)\b\s*[:(]|\bfailed\b|^traceback\b|\bfatal:"
    r"|\bexpected\b.{1,200}?\b(?:but )?(?:got|was)\b"
)
REASON = re.compile(r"(?i)\b(?:because|since|so that|instead of|rather than|decided|chose|turned out|therefore)\b")
DEAD_END = re.compile(
    r"(?i)\b(?:tried|did not work|didn't work|does not work|doesn't work|gave up|reverted|no luck|rejected)\b"
)
PROGRESS = re.compile(
    r"(?i)\b(?:added|changed|created|removed|fixed|wrote|renamed|moved|implemented|verified|passes|passed|done|next)\b"
)


@dataclass(frozen=True, slots=True)
class Sorted:
    """`exact` are the parts that have to come along word for word, also where the rest is summarised."""

    pile: Pile
    why: str
    exact: tuple[str, ...] = ()


def sort_line(kind: Kind, text: str) -> Sorted:
    """One line of a session. What a person said is theirs; what a tool printed is noise but for its errors."""
    if not text.strip():
        return Sorted("drop", "there is nothing in it")
    if kind == "instruction":
        return Sorted("pass", "a person's own words", (text,))
    if kind != "thinking" and ERROR.search(text):
        return Sorted("pass", "an exact error", (text,))
    if kind == "tool_result":
        return Sorted("drop", "raw output of a tool")
    if kind == "tool_call":
        return Sorted("drop", "a call that the record of the run keeps")
    if kind == "thinking":
        return Sorted("drop", "thinking on the way")
    return _statement(text)


def _statement(text: str) -> Sorted:
    found = exact_parts(text)
    exact = tuple(part for _, part in found)
    if DEAD_END.search(text):
        return Sorted("summarise", "an approach that failed", exact)
    if REASON.search(text):
        return Sorted("summarise", "a decision with its reason", exact)
    if found:
        return Sorted("pass", f"it holds {found[0][0]}", exact)
    if PROGRESS.search(text):
        return Sorted("summarise", "the story so far")
    return Sorted("drop", "talk that no next step uses")


def exact_parts(text: str) -> list[tuple[str, str]]:
    """What each is and how it stands in the text, each once, in the order of the text."""
    found = {match[0]: _NAMES[(match.lastindex or 1) - 1] for match in _EXACT.finditer(text)}
    return [(what, part) for part, what in found.items()]
