"""Makes visible what a text hides: odd spaces, characters without a shape, changes of direction."""

import re
import unicodedata
from functools import lru_cache

# All white space but space, tab and newline; all controls; all that has no shape of its own.
# Not here: Arabic number signs and hieroglyph joiners, which are format characters but can be seen.
_HIDDEN = re.compile(
    "(["
    "\x00-\x08\x0b-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f"
    "\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    r"])\1*"
)

# Scripts whose words need joiners: Arabic to Sinhala, Tibetan, Myanmar, Khmer, Mongolian and their kin.
_JOINING_SCRIPT = re.compile(
    "[\u0600-\u0dff\u0f00-\u109f\u1780-\u18af\ua840-\ua87f\ua8e0-\ua8ff\uaa60-\uaa7f\uabc0-\uabff"
    "\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff\U0001e900-\U0001e95f]"
)

_SYMBOL = (
    "\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff"
)
_IN_EMOJI = re.compile(
    f"(?<=[{_SYMBOL}\ufe0f])\u200d(?=[{_SYMBOL}])|(?<=[{_SYMBOL}])[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)"
)

_JOINERS = "\u200c\u200d"
_VIRAMA = 9
_NAMES = {
    "\x00": "null",
    "\x07": "bell",
    "\x08": "backspace",
    "\t": "tab",
    "\n": "line feed",
    "\x0b": "line tabulation",
    "\x0c": "form feed",
    "\r": "carriage return",
    "\x1b": "escape",
    "\x7f": "delete",
    "\x85": "next line",
    "\ufeff": "byte order mark",
}


def reveal(text: str) -> list[tuple[str, str | None]]:
    """The text in runs; a run of one hidden character carries a label, such as "U+200B zero width space"."""
    runs: list[tuple[str, str | None]] = []
    done = 0
    for match in _HIDDEN.finditer(text):
        if _is_needed(text, match.start()) and len(match[0]) == 1:
            continue
        if done < match.start():
            runs.append((text[done : match.start()], None))
        runs.append((match[0], _label(match[1], len(match[0]))))
        done = match.end()
    if done < len(text):
        runs.append((text[done:], None))
    return runs


def shows_nothing(text: str) -> bool:
    """Whether there is only white space and what has no shape."""
    return all(label or not run.strip() for run, label in reveal(text))


def spell_out(text: str) -> str:
    """For places that take no markup: "U+200B" between brackets where the hidden character stands."""
    return "".join(run if label is None else f"[{label.split(' ')[0]}]" for run, label in reveal(text))


def code_point(char: str) -> str:
    return f"U+{ord(char):04X}"


def name_of(char: str) -> str:
    """The name in small letters; characters without one are named by what they are."""
    kind = "control character" if unicodedata.category(char) == "Cc" else "unassigned character"
    return _NAMES.get(char) or unicodedata.name(char, kind).lower()


@lru_cache(maxsize=4096)
def _label(char: str, times: int) -> str:
    label = f"{code_point(char)} {name_of(char)}"
    return f"{label} × {times}" if times > 1 else label


def _is_needed(text: str, at: int) -> bool:
    """Whether the script or the emoji around it needs the character at this place."""
    if _IN_EMOJI.match(text, at):
        return True
    before, after = text[max(at - 1, 0) : at], text[at + 1 : at + 2]
    if text[at] not in _JOINERS or not _is_joined_letter(before):
        return False
    return unicodedata.combining(before) == _VIRAMA or _is_joined_letter(after)


def _is_joined_letter(char: str) -> bool:
    return bool(_JOINING_SCRIPT.match(char)) and unicodedata.category(char)[0] in "LM"
