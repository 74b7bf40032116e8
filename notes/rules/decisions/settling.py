"""What becomes of a decision about a fact when the fact is put right in another way."""

from collections.abc import Collection
from datetime import datetime
from typing import Literal

from notes.rules.hygiene.secrets import shown

SOURCES_AGREE = "The sources of this fact agree now."

Left = Literal["answered", "withdrawn", "widened", "as it was"]


def answered_before(name: str, answer: str, when: str) -> str:
    """Who comes second is told which answer holds."""
    return f"{name} answered {shown(answer, 120)!r} {when}, and that answer holds."


def on(at: datetime) -> str:
    return f"on {at.day} {at:%b %Y at %H:%M} UTC"


def after_fact(cause: str, options: Collection[str], value: str, *, by_person: bool, in_dispute: bool) -> Left:
    """A person's value answers it, and sources that agree leave nothing to decide. Else the fact as it is by now can be
    chosen too.
    """
    if by_person:
        return "answered"
    if cause == "sources_disagree" and not in_dispute:
        return "withdrawn"
    return "as it was" if value in options else "widened"
