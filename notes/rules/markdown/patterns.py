"""How the constructs of CommonMark begin and end. Possessive, so that none backtracks at length."""

import re

_BLOCK_TAGS = (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir"
    " div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html"
    " iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section summary"
    " table tbody td tfoot th thead title tr track ul"
)

_VALUE = r"""(?:[^"'=<>`\x00-\x20]++|'[^']*+'|"[^"]*+")"""
_ATTRIBUTE = rf"[ \t\n\v\f\r]++[A-Za-z_:][A-Za-z0-9_:.-]*+(?:[ \t\n\v\f\r]*+=[ \t\n\v\f\r]*+{_VALUE})?+"
_TAG = (
    rf"<[A-Za-z][A-Za-z0-9-]*+(?:{_ATTRIBUTE})*+[ \t\n\v\f\r]*+/?>"
    r"|</[A-Za-z][A-Za-z0-9-]*+[ \t\n\v\f\r]*+>"
)

TAG = re.compile(_TAG)
ATX = re.compile(r"(#{1,6}+)(?![^ \t])")
UNDERLINE = re.compile(r"(?:=++|-++)[ \t]*+\Z")
BREAK = re.compile(r"(?:(?:\*[ \t]*+){3,}+|(?:-[ \t]*+){3,}+|(?:_[ \t]*+){3,}+)\Z")
FENCE = re.compile(r"`{3,}+(?=[^`]*+\Z)|~{3,}+")
# An ordinary line at the margin, or a list item with one: they are never anything else, wherever they stand.
PLAIN = re.compile(r"(?:(?:[-*+]|1[.)]) )?+(?=[^\s>#<`~*+_=\[0-9-])")
MARKER = re.compile(r"(?:[-+*]|([0-9]{1,9}+)[.)])(?![^ \t])")

# Start and end of each kind of HTML block, None for a blank line. The last kind interrupts no paragraph.
_RAW = re.compile(r"<(?a:script|pre|style|textarea)(?=\s|>|\Z)", re.IGNORECASE)
_RAW_END = re.compile(r"</(?a:script|pre|style|textarea)>", re.IGNORECASE)
_BLOCK = re.compile(rf"</?(?a:{'|'.join(_BLOCK_TAGS.split())})(?=\s|/?>|\Z)", re.IGNORECASE)
HTML_INTERRUPTS: tuple[tuple[re.Pattern[str], re.Pattern[str] | None], ...] = (
    (_RAW, _RAW_END),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (_BLOCK, None),
)
HTML_STARTS = (*HTML_INTERRUPTS, (re.compile(rf"(?:{_TAG})\s*+\Z"), None))
