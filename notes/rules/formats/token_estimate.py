"""About how many tokens a text has, rather too many than too few, where the exact count is not at hand."""

import re

_PIECES = re.compile(
    r"(?P<word>[A-Z]?[a-z]+|[A-Z]+)|(?P<number>[0-9]{1,3})|(?P<signs>[!-/:-@\[-`{-~]+)|(?P<line>\n+)"
    r"|(?P<far>[\U00010000-\U0010ffff])|(?P<other>[^\x00-\x7f])"
)
# So many characters of a piece make one token at most; a character beyond the first plane makes several.
_LONG = {"word": 6, "number": 3, "signs": 2, "line": 100, "other": 1}
_FAR = 4


def estimate_tokens(text: str) -> int:
    """Of prose and code a fifth too many, of paths and of scripts that share tokens between letters more."""
    return sum(_piece(match) for match in _PIECES.finditer(text))


def _piece(match: re.Match[str]) -> int:
    kind = match.lastgroup or "other"
    return _FAR if kind == "far" else -(-len(match[0]) // _LONG[kind])
