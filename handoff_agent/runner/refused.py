"""The page beside the note that tells an agent why its text was not taken, and what would be."""

from collections.abc import Iterable

HEAD = "# Not taken: the note of {card}"
RIGHT = "This text is right as it stands: put it into the note, with what you still want to change."
WHOLE = "This is the text that was not taken."


def page(card: str, reasons: Iterable[str], repaired: str | None, text: str) -> str:
    """Markdown; the text stands at the end, as it is."""
    lines = [HEAD.format(card=card), "", *(f"- {reason}" for reason in reasons), ""]
    return "\n".join([*lines, RIGHT if repaired else WHOLE, "", "---", "", repaired or text])
