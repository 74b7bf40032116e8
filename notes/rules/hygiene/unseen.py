"""A text as people see it: without what steers a terminal, and without characters that have no shape."""

import re

# Colours and the like, which nobody saw as characters.
_STEERING = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_SHAPELESS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]+"
)


def without_steering(text: str) -> str:
    return _STEERING.sub("", text) if "\x1b" in text else text


def as_seen(text: str, gap: str = "") -> str:
    """For looking only: scripts and emoji need some of what goes. Most texts hold nothing of it, and cost little."""
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return _SHAPELESS.sub(gap, _STEERING.sub(gap, text) if "\x1b" in text else text)
