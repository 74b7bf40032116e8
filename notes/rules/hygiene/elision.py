"""Lines that stand for text which the writer left out: "[rest of the note unchanged]"."""

import re
import unicodedata

from notes.rules.places import NewLines, problem_at
from notes.rules.problems import Problem

_LONGEST = 200
_SAYS = "stands for text that was left out: send the note whole, with every line that is to stay."

_NOTE = r"(?:(?:the|my) )?(?:previous|last|earlier|prior|base) (?:note|revision|version|handoff|round|session)"
_LEFT_OUT = (
    r"(?:unchanged|unmodified|omitted|elided|snipped|left out|not shown|not repeated"
    r"|as[ -]is|as it was|as they were"
    rf"|(?:the )?same as (?:before|above|{_NOTE})|as (?:before|above)|as (?:in|of) {_NOTE})"
)
_STAYS_SAME = r"(?:remains?|stays?|is|are|was|were|kept|left) (?:exactly )?the same"
_TAIL = rf"(?: (?:here|above|below|for brevity|for space|to save (?:space|tokens)|(?:from|since|in) {_NOTE}))?"
_LEAD = r"(?:(?:and|but|the|all|any|every|of|keep|leave|see) ){0,3}"
_REST = (
    r"(?:rest|remainder|remaining|previous|prior|existing|others?(?! than)|earlier|preceding|unchanged"
    r"|everything(?: else)?|all else|sections?|contents?)"
)
_TEXTS = r"(?:lines?|rows?|sections?|paragraphs?|entry|entries|items?|bullets?|steps?|parts?)"
_MORE = r"(?:more|other|further|earlier|previous|remaining)"
_FEW_WORDS = r"(?: [^\s,;:!?()\[\]{}]+){0,6}?"
_THING = (
    r"(?:(?: of| the| this| my| your| these| those| and){0,3} (?:code|contents?|text|notes?|files?|sections?"
    r"|lines?|parts?|body|document|lists?|entries|items|bullets|steps|facts|rows|tests?|functions?|methods?|imports?"
    r"|implementation)){0,2}"
)

_LEFT_OUT_REST = re.compile(
    rf"{_LEAD}(?:{_REST}|\d{{1,5}} (?:{_MORE} )?{_TEXTS}){_FEW_WORDS}[:,]? (?:{_LEFT_OUT}|{_STAYS_SAME}){_TAIL}"
    rf"|(?:unchanged|omitted|omitting):? {_LEAD}{_REST}{_FEW_WORDS}"
)
_LEFT_OUT_ALONE = re.compile(_LEFT_OUT + _TAIL)
_REST_ALONE = re.compile(rf"{_LEAD}(?:{_REST}{_THING}|\d{{1,5}} {_MORE} {_TEXTS}){_TAIL}")

_BRACKETS = (
    *(("<!--", "-->"), ("{/*", "*/}"), ("/*", "*/"), ("//", "")),
    *(("[", "]"), ("(", ")"), ("{", "}"), ("<", ">"), ("【", "】"), ("「", "」")),
)
_RULED = re.compile(r"(--+|==+|[—–]+) *(?=[^ =—–-])(.*[^ =—–-]) *(?:--+|==+|[—–]+)")
_COMMENT = re.compile(r"#(?!#)|--")
_ELLIPSIS = re.compile(r"^(?:\.{2,}|…)|(?:\.{2,}|…)$")
_LIST_MARKER = re.compile(r"(?:[-*+>]|\d{1,3}[.)])\s+")
_QUOTES = "\"'“”„‘’«»‹›"
_EDGE = re.compile(rf"[\s>*+_`\d.)|{_QUOTES}-]*(?:[\[({{<【「#/…—–]|\.\.|--|==)|.*(?:\.\.|…)[\s*_`|{_QUOTES}]*$")
_TRIMMINGS = f" \t*_`:;,!|{_QUOTES}"
# What has no shape of its own, and could stand in front of a bracket without being seen.
_UNSEEN = re.compile(
    "[\xad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff]"
)


def check_elision(lines: NewLines) -> list[Problem]:
    """Refuse lines that are only a bracket, comment or ellipsis around "rest … unchanged" and its kind."""
    return [problem_at(line, "write.elided", _SAYS) for line in lines if _has_elided(line[2])]


def _has_elided(text: str) -> bool:
    # An entry of a JSON note can have line breaks of its own.
    return any(map(_is_elided, text.split("\n")))


def _is_elided(text: str) -> bool:
    text = text.strip() if text.isascii() else _UNSEEN.sub("", text).strip()
    # The length is capped first: what follows may then look at a line more than once.
    if not text or len(text) > _LONGEST:
        return False
    text = unicodedata.normalize("NFKC", text).strip()  # wide brackets and odd spaces are what they look like
    if not _EDGE.match(text):
        return False
    core, layers = _peel(text)
    core = " ".join(core.lower().split())
    return bool(
        (layers and _LEFT_OUT_REST.fullmatch(core))
        or (layers - {"comment"} and _LEFT_OUT_ALONE.fullmatch(core))
        or ("ellipsis" in layers and _REST_ALONE.fullmatch(core))
    )


def _peel(text: str) -> tuple[str, set[str]]:
    """The words inside every layer of brackets, comment signs and ellipses, and which layers there were."""
    layers: set[str] = set()
    while True:
        inner, layer = _outer_layer(text)
        if inner == text:
            return text, layers
        layers |= {layer} - {""}
        text = inner


def _outer_layer(text: str) -> tuple[str, str]:
    for opening, closing in _BRACKETS:
        if text.startswith(opening) and text.endswith(closing):
            return text.removeprefix(opening).removesuffix(closing).strip(), "bracket"
    if match := _RULED.fullmatch(text):
        return match[2], "bracket"
    for sign, layer in ((_COMMENT, "comment"), (_LIST_MARKER, "")):
        if match := sign.match(text):
            return text[match.end() :].strip(), layer
    without = _ELLIPSIS.sub("", text).strip()
    if without != text:
        return without, "ellipsis"
    trimmed = text.strip(_TRIMMINGS)
    return (trimmed if trimmed != text else text.strip("."), "")
