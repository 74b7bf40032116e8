"""Finds the headings of a Markdown note, and the lines that do not stand in the open."""

from collections.abc import Sequence

from notes.rules.markdown.found import Heading, Inside, Scan
from notes.rules.markdown.parts import scan_parts

__all__ = ["Heading", "Inside", "Scan", "scan"]


def scan(lines: Sequence[str]) -> Scan:
    """Scan the physical lines of a note, without its front matter; it decides as CommonMark does."""
    return scan_parts(lines)
