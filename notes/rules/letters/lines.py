"""Lines of a letter out of what others typed: one line, nothing that hides, and short enough for a subject."""

import re
import unicodedata

from notes.rules.hygiene.reveal import spell_out

LONGEST_SUBJECT = 120
ELLIPSIS = "…"
# A word may be longer than the line: it is cut where a shorter beginning would say too little.
SHORTEST_BEGINNING = 80
_BREAKS = re.compile(r"[\t-\r\x1c-\x1f\x85\u2028\u2029]+ *")


def one_line(text: str) -> str:
    """Without control characters; what else cannot be seen is spelled out."""
    spaced = _BREAKS.sub(" ", text)
    return spell_out("".join(char for char in spaced if not _is_control(char))).strip()


def whole_text(text: str) -> str:
    """As `one_line`, with its line breaks and tabs."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(spell_out("".join(c for c in line if c == "\t" or not _is_control(c))) for line in lines).strip()


def subject(text: str) -> str:
    """Cut between words, with an ellipsis, where it is too long for a header."""
    line = one_line(text)
    if len(line) <= LONGEST_SUBJECT:
        return line
    cut = line[: LONGEST_SUBJECT - len(ELLIPSIS)]
    if line[len(cut)] != " " and (space := cut.rfind(" ")) >= SHORTEST_BEGINNING:
        cut = cut[:space]
    return _whole_characters(cut).rstrip() + ELLIPSIS


def _whole_characters(cut: str) -> str:
    """An emoji is not left with a joiner at its end."""
    return cut.rstrip("\u200c\u200d")


def _is_control(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cs")
