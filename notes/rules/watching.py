"""Which pages have to look again after something happened: told by what they show, not by how."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Page:
    """Shows one card, or the cards of one project, or what waits in all projects of a person; ids of the desk."""

    project: int | None = None
    card: int | None = None


class Happening(NamedTuple):
    """An event of the history, as little of it as tells who should look: its id gives the order."""

    id: int
    project: int
    card: int | None
    verb: str
    revision: int | None = None
    escalation: int | None = None
    save: int | None = None


# The header of every page counts what waits for an answer.
COUNTED = "escalation."
# What the page of decisions shows below them, as worth a look.
WORTH_A_LOOK = ("note.refused", "note.late", "handoff.stopped")


def concerns(page: Page, happened: Happening) -> bool:
    if happened.verb.startswith(COUNTED):
        return True
    if page.card is not None:
        return page.card == happened.card
    if page.project is not None:
        return page.project == happened.project
    return happened.verb in WORTH_A_LOOK
