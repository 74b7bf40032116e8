"""The page beside the note that tells an agent why its text was not taken, and what would be."""

from collections.abc import Iterable

HEAD = "# Not taken: the note of {card}"
RIGHT = "This text is right as it stands: put it into the note, with what you still want to change."
WHOLE = "This is the text that was not taken."
ASIDE = "This was set aside. Put into the note what still holds of it, or delete this page; then it goes away."
RULE = "---"
# As much is kept at most, the newest of it.
LONGEST = 1_000_000


def page(card: str, reasons: Iterable[str], repaired: str | None, text: str, aside: str = "") -> str:
    """Markdown; the text stands at the end, as it is, and below it what was set aside before."""
    lines = [HEAD.format(card=card), "", *(f"- {reason}" for reason in reasons), ""]
    if repaired or text:
        lines += [RIGHT if repaired else WHOLE, "", RULE, "", repaired or text]
    return "\n".join([*lines, *(["", RULE, "", ASIDE, "", RULE, "", aside] if aside else ())])


def block(reasons: Iterable[str], text: str) -> str:
    """What is set aside, below why it was."""
    return "\n".join([*(f"- {reason}" for reason in reasons), "", text])


def with_aside(aside: str, text: str) -> str:
    """What is set aside, the newest first."""
    return f"{text}\n\n{RULE}\n\n{aside}"[:LONGEST] if aside else text


def missing(text: str, note: str) -> list[str]:
    """The lines that stand nowhere in the note."""
    there = {_bare(line) for line in note.split("\n")} | {"", RULE}
    return [line for line in dict.fromkeys(map(_bare, text.split("\n"))) if line not in there]


def _bare(line: str) -> str:
    """Without what a line of JSON has only because of the next one."""
    return line.strip().rstrip(",")
