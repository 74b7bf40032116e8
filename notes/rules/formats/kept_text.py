"""Text of a JSON field as Markdown lines that are still only text: no heading, fence or comment comes of it."""

from collections.abc import Sequence

from notes.rules.formats.entries import entries_of, lines_of_entries, lines_of_text
from notes.rules.markdown import Inside, scan

_AROUND = "## x"


def lines_of_field(text: str) -> list[str]:
    """As it is where that comes back as the same text, else as one item, which holds whatever it begins."""
    plain = lines_of_text(text)
    if stays_text(plain) and "\n".join(entries_of(plain)) == text:
        return plain
    return lines_of_entries([text.strip("\n")]) if text.strip() else plain


def stays_text(lines: Sequence[str]) -> bool:
    """Whether what stands before and after it is what it was."""
    found = scan([_AROUND, "", *lines, "", _AROUND])
    ends = [heading.first for heading in found.h2] == [0, len(lines) + 3]
    return ends and not found.h1 and found.open_fence is None and found.inside[-1] is Inside.NOTHING
