"""What encloses each line of a note that does not stand as plain text."""

from collections.abc import Hashable

from notes.rules.documents import Document
from notes.rules.markdown import Inside


def covers(document: Document) -> dict[int, Hashable]:
    """Index of each enclosed row → its cover; equal where the row is enclosed in the same way.

    A code fence is a code fence. In HTML and the like every line above, back to where it begins, decides about what
    a reader sees: a comment can open within a block that was there before.
    """
    found: dict[int, Hashable] = {}
    if not any(any(section.inside) for section in document.sections):
        return found
    above: Inside = Inside.NOTHING
    cover: int = 0
    for index, row in enumerate(document.rows):
        if row.inside is Inside.FENCE:
            found[index] = Inside.FENCE
        elif row.inside:
            cover = cover if row.inside is above else 0
            found[index] = (row.inside, cover)
            cover = hash((cover, row.text))
        above = row.inside
    return found
