"""Which pages have to look again after something happened: told by what they show, not by how."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple


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


def happening_of(said: Iterable[Any]) -> Happening:
    """What another process told. Raises TypeError or ValueError where it is nothing of the kind."""
    found = Happening(*said)
    ids, may_lack = (found.id, found.project), (found.card, found.revision, found.escalation, found.save)
    if not all(isinstance(each, int) for each in (*ids, *(each for each in may_lack if each is not None))):
        raise ValueError("an id is a number")
    if not isinstance(found.verb, str):
        raise ValueError("a verb is a word")
    return found


# The header of every page counts what waits for an answer.
COUNTED = "escalation."
# Who may do what.
OF_MEMBERS = "member."
# What the page of decisions shows below them, as worth a look.
WORTH_A_LOOK = ("note.refused", "note.late", "handoff.stopped")


def concerns(page: Page, happened: Happening) -> bool:
    if happened.verb.startswith(COUNTED):
        return True
    if happened.verb.startswith(OF_MEMBERS):
        # What a person may do stands on every page of the project, and on those of all projects.
        return page.project in (None, happened.project)
    if page.card is not None:
        return page.card == happened.card
    if page.project is not None:
        return page.project == happened.project
    return happened.verb in WORTH_A_LOOK
