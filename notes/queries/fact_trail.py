"""One fact through time: every value that was said for it, and every handoff that carried one."""

from dataclasses import dataclass

from notes.models import Card, Fact
from notes.queries import facts, handoffs
from notes.queries.facts import Trail
from notes.queries.handoff_view import HandoffView, Row

PAGE = 100


@dataclass(frozen=True, slots=True)
class Carried:
    """A handoff and its row of the fact."""

    seen: HandoffView
    row: Row
    most_tries: int

    @property
    def outcome(self) -> str:
        """`wrong` where the last try lost or changed it, `mended` where only an earlier one did."""
        if not self.row.said or all(said.is_same for said in self.row.said):
            return ""
        return "mended" if self.row.said[-1].is_same else "wrong"

    @property
    def untried(self) -> range:
        """The columns of the table that it leaves empty."""
        return range(self.most_tries - len(self.row.said))


@dataclass(frozen=True, slots=True)
class FactTrail:
    """`older` is the id to go on from where the card has older handoffs."""

    trail: Trail
    carried: tuple[Carried, ...]
    most_tries: range
    older: int | None

    @property
    def newest_first(self) -> tuple[Fact, ...]:
        return self.trail.all[::-1]


def fact_trail(card: Card, name: str, before: int | None) -> FactTrail:
    """Raises NoSuchFact. The newest comes first; a page looks through so many handoffs, whatever they carry."""
    trail = facts.trail(card, name)
    found, older = handoffs.of_card(card, before, PAGE)
    seen = [handoffs.view_of(each) for each in found if any(fact["name"] == name for fact in each.facts)]
    rows = [(each, row) for each in seen for row in each.rows if row.name == name]
    tries = max((len(row.said) for _, row in rows), default=0)
    return FactTrail(trail, tuple(Carried(seen, row, tries) for seen, row in rows), range(1, tries + 1), older)
