"""One text out of two that grew apart: what touches different lines from each, and both where they clash."""

from collections.abc import Iterator, Sequence

from notes.rules.authors.matching import matching_blocks
from notes.rules.authors.merge import merge_lines


def keep_both(base: str, theirs: str, yours: str) -> str:
    """Where both changed the same lines, theirs come first and yours follow, so that no word is lost."""
    kept: list[str] = []
    for tag, *parts in merge_lines(*(text.split("\n") for text in (base, theirs, yours))):
        if tag == "conflict":
            _, their_lines, your_lines = parts
            kept += both(their_lines, your_lines)
        else:
            kept += parts[0]
    return "\n".join(kept)


def both(theirs: Sequence[str], yours: Sequence[str]) -> Iterator[str]:
    """Every line of each side in its order; only what is common to both, in the same order, stands once."""
    seen_theirs = seen_yours = 0
    for in_theirs, in_yours, length in [*matching_blocks(theirs, yours), (len(theirs), len(yours), 0)]:
        yield from theirs[seen_theirs:in_theirs]
        yield from yours[seen_yours : in_yours + length]
        seen_theirs, seen_yours = in_theirs + length, in_yours + length
