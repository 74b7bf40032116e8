"""Where calls are answered from: what this machine keeps of a project, who writes, and the desk that hears numbers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from urllib.parse import quote

from handoff_agent.client import Answer, Call
from handoff_agent.ended import Away
from handoff_agent.machine import decisions, notes, refusals
from handoff_agent.machine.author import PERSON, Author
from handoff_agent.machine.shelf import KeptCard, Row, Shelf
from handoff_agent.places import Place

# A call of the desk itself: raises Away. And a report, which is kept where it does not reach the desk.
Ask = Callable[[Call], Answer]
Report = Callable[[str, str, str, Row], None]
LATE = 202
# What is asked beside an answer that does not need it waits for no longer.
SECONDS_BESIDE = 1.0


@dataclass(frozen=True, slots=True)
class Here:
    """`place` says who writes with the token; `root` is the address of the project on the desk.

    `unsaid` are the reports of a card that is still held.
    """

    shelf: Shelf
    place: Place
    root: str
    ask: Ask
    report: Report
    unsaid: list[tuple[str, str, str, Row]] = field(default_factory=list)

    def by(self) -> Author:
        return Author(self.place.kind, self.place.name)

    def on_card(self, card: str, *more: str) -> str:
        return "/".join([self.root, "cards", quote(card, safe=""), *more])

    def kept(self, card: str) -> KeptCard | Answer:
        """A card without a note here has its kind, format and newest revision's number from the desk; raises Away."""
        known = self.shelf.card(card)
        if known and known.written_at:
            return known
        try:
            answer = self.ask(Call("GET", self.on_card(card)))
        except Away:
            if known is None:
                raise
            return known
        if not answer.is_done:
            return answer
        found = answer.json
        if known:
            return self.renewed(known, found)
        return KeptCard(str(found["key"]), str(found["format"]), int(found["revision"]), kind=str(found["kind"]))

    def renewed(self, known: KeptCard, found: Row) -> KeptCard:
        """With what the desk says of the card by now."""
        said = str(found["kind"]), str(found["format"]), int(found["revision"])
        if said == (known.kind, known.format, known.revision) or (known.written_at and known.kind == said[0]):
            return known
        with self.holding(known) as kept:
            kept.kind = said[0]
            if not kept.written_at:
                kept.format, kept.revision = said[1:]
            self.shelf.put(kept)
        return kept

    @contextmanager
    def holding(self, known: KeptCard) -> Iterator[KeptCard]:
        """The card as it stands. The desk may hang, so it hears of it once others can have the card; raises Taken."""
        with self.shelf.holding(known.card):
            kept = self.shelf.card(known.card) or known
            yield kept
            self._tell_ended(kept)
        while self.unsaid:
            self.report(*self.unsaid.pop(0))

    def _tell_ended(self, kept: KeptCard) -> None:
        """Decisions that were taken here, or that sources which agree left nothing of."""
        if ended := decisions.ended(kept):
            self.shelf.put(kept)
        for row in ended:
            path = "/".join([self.root, "escalations", str(row["id"]), "report"])
            by = PERSON if row["state"] == decisions.ANSWERED else "sources"
            self.unsaid.append(("POST", kept.card, path, {"by": by}))

    def tell(self, kept: KeptCard) -> None:
        """The desk hears numbers."""
        path = self.on_card(kept.card, "note", "report")
        self.unsaid.append(("PUT", kept.card, path, notes.report(self.shelf, kept)))

    def tell_written(self, kept: KeptCard, answer: Answer, by: Author) -> None:
        """What became of a write: a revision, a refusal, or both where locked lines were put back."""
        if answer.is_done and answer.status != LATE and not answer.json["unchanged"]:
            self.tell(kept)
        if row := refusals.of(kept, by.at):
            path = self.on_card(kept.card, "refusals", "report")
            self.unsaid.append(("POST", kept.card, path, refusals.report(row)))

    def ask_beside(self, call: Call) -> Answer | None:
        """What is of use and not needed: None where the desk is away, or was within the last minute."""
        if self.shelf.is_desk_away():
            return None
        # First, since a hook may be ended while it waits.
        self.shelf.desk_is_asked()
        try:
            answer = self.ask(replace(call, read_seconds=SECONDS_BESIDE))
        except Away:
            return None
        self.shelf.desk_is_there()
        return answer
