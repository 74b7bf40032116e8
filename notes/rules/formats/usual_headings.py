"""Which of the nine sections a heading means that people wrote as they are used to, in many languages."""

import re
import unicodedata
from collections.abc import Iterator

from notes.rules.formats.heading_words import HEADINGS

BETWEEN = ", "
# They stand inside an emoji, or say how to draw it.
_OF_EMOJI = re.compile("[\u200d\ufe0e\ufe0f\u20e3]")
_CHINESE_NUMBER = re.compile("^[一二三四五六七八九十]{1,3}、")
_APOSTROPHES = re.compile("[’ʼ`´]")
_STRUCK = re.compile(r"~~|<(?:s|del|strike)\b", re.I)
_DENIES = re.compile("[❌✗✘✕✖❎🚫⛔🛑⊘🙅👎🗑]")
_NOT_YET = re.compile(r"\[ ?\]|[☐⬜◻🔲🚧⏳⌛]")
_ASKS = re.compile("[?？؟❓❔⁇]")
_BLANKS = re.compile(r"[\s_\u2010\u2011-]+")


def usual_section(heading: str) -> str | None:
    """None where it is none of these words, and nothing is guessed."""
    section = _SECTIONS.get(folded(heading))
    return None if section is None or _is_denied(heading, section) else section


def _is_denied(heading: str, section: str) -> bool:
    """“❌ Done” and “Done?” say that it is not, while a sign of failure fits what failed, and a question asks."""
    if _STRUCK.search(heading) or (section == "Done" and _NOT_YET.search(heading)):
        return True
    is_doubted = section != "Open questions" and _ASKS.search(heading) and " " not in folded(heading)
    return bool(is_doubted or (section != "Dead ends" and _DENIES.search(heading)))


def words_for(section: str) -> Iterator[tuple[str, str]]:
    """Language and heading."""
    for language, sections in HEADINGS.items():
        yield from ((language, word) for word in sections[section].split(BETWEEN))


def folded(heading: str) -> str:
    """What is compared: without letter case, numbering, emoji, emphasis and punctuation around it."""
    text = _OF_EMOJI.sub("", unicodedata.normalize("NFKC", heading)).casefold()
    text = _BLANKS.sub(" ", _APOSTROPHES.sub("'", text)).strip()
    return _trimmed(_CHINESE_NUMBER.sub("", text))


def _trimmed(text: str) -> str:
    """From the first letter to the last with its vowel signs; a digit at the end is no numbering, and stays."""
    first = next((at for at, char in enumerate(text) if _kind(char) == "L"), len(text))
    after = next((at for at in range(len(text), first, -1) if _kind(text[at - 1]) in "LMN"), first)
    return text[first:after]


def _kind(char: str) -> str:
    return unicodedata.category(char)[0]


_SECTIONS = {folded(word): section for section in HEADINGS["English"] for _, word in words_for(section)}
