"""The caps that hold for every note, checked before anything that costs more than counting."""

from collections.abc import Sequence

from notes.rules.problems import Problem

MAX_BYTES = 1024 * 1024
MAX_LINES = 20_000
MAX_LINE = 100_000
NINE_SECTIONS_TOKENS = 3_000


def check_caps(text: str) -> list[Problem]:
    """`text` has LF line ends. The first cap that is passed is told alone: the others would cost time."""
    if problems := check_bytes(text):
        return problems
    count = text.count("\n") + 1
    if count <= MAX_LINES and len(text) <= MAX_LINE:
        return []
    return check_entries(text.split("\n"))


def check_bytes(text: str) -> list[Problem]:
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    if size <= MAX_BYTES:
        return []
    says = f"The note has {size:,} bytes; at most {MAX_BYTES:,} are kept. Shorten it."
    return [Problem("format.too_many_bytes", says)]


def check_entries(lines: Sequence[str]) -> list[Problem]:
    """The lines of a Markdown note or the entries of a JSON note."""
    if len(lines) > MAX_LINES:
        says = f"The note has {len(lines):,} lines; at most {MAX_LINES:,} are kept. Shorten it."
        return [Problem("format.too_many_lines", says)]
    if max(map(len, lines), default=0) <= MAX_LINE:
        return []
    return [
        Problem(
            "format.line_too_long",
            f"Line {number} has {len(line):,} characters; at most {MAX_LINE:,} are kept. Break it up.",
            line=number,
        )
        for number, line in enumerate(lines, start=1)
        if len(line) > MAX_LINE
    ]


def check_text(text: str) -> list[Problem]:
    """NUL and lone surrogates are no text: databases and files cannot hold them."""
    for name, found in (
        ("a NUL character", "\0" in text),
        ("half of a surrogate pair", _has_surrogate(text)),
    ):
        if found:
            return [Problem("format.not_text", f"The note holds {name}, which no text can hold. Take it out.")]
    return []


def _has_surrogate(text: str) -> bool:
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
