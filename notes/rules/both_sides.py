"""One text out of two that grew apart: what touches different lines from each, and both where they clash."""

from notes.rules.merge import merge_lines


def keep_both(base: str, theirs: str, yours: str) -> str:
    """Where both changed the same lines, theirs come first and yours follow, so that no word is lost."""
    kept: list[str] = []
    for tag, *parts in merge_lines(*(text.split("\n") for text in (base, theirs, yours))):
        if tag == "conflict":
            _, their_lines, your_lines = parts
            kept += [*their_lines, *(line for line in your_lines if line not in their_lines or not line.strip())]
        else:
            kept += parts[0]
    return "\n".join(kept)
