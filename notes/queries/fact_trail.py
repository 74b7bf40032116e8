"""One fact through time: every value that was said for it, and every handoff that carried one."""

from dataclasses import dataclass

from notes.models import Card, Handoff
from notes.queries import facts, handoffs
from notes.queries.facts import Trail
from notes.queries.handoff_view import HandoffView, Row
from notes.rules.fact_names import folded

PAGE = 100


@dataclass(frozen=True, slots=True)
class Carried:
    """A handoff and its row of the fact."""

    seen: HandoffView
    row: Row

    @property
    def went_wrong(self) -> bool:
        return any(not said.is_same for said in self.row.said)


@dataclass(frozen=True, slots=True)
class FactTrail:
    """`older` is the id to go on from where the card has older handoffs."""

    trail: Trail
    carried: tuple[Carried, ...]
    most_tries: range
    older: int | None


def fact_trail(card: Card, name: str, before: int | None) -> FactTrail:
    """Raises NoSuchFact. The newest comes first; a page looks through so many handoffs, whatever they carry."""
    trail = facts.trail(card, name)
    found, older = handoffs.of_card(card, before, PAGE)
    carried = tuple(each for handoff in found for each in _carried(handoff, name))
    tries = max((len(each.row.said) for each in carried), default=0)
    return FactTrail(trail, carried, range(1, tries + 1), older)


def _carried(handoff: Handoff, name: str) -> list[Carried]:
    if all(folded(fact["name"]) != folded(name) for fact in handoff.facts):
        return []
    seen = handoffs.view_of(handoff)
    return [Carried(seen, row) for row in seen.rows if folded(row.name) == folded(name)]
