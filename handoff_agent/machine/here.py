"""Where calls are answered from: what this machine keeps of a project, who writes, and the desk that hears numbers."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote

from handoff_agent.client import Answer, Call
from handoff_agent.machine import notes
from handoff_agent.machine.notes import Author
from handoff_agent.machine.shelf import KeptCard, Row, Shelf
from handoff_agent.places import Place

# A call of the desk itself: raises Away. And a report, which is kept where it does not reach the desk.
Ask = Callable[[Call], Answer]
Report = Callable[[str, str, str, Row], None]


@dataclass(frozen=True, slots=True)
class Here:
    """`place` says who writes with the token; `root` is the address of the project on the desk."""

    shelf: Shelf
    place: Place
    root: str
    ask: Ask
    report: Report

    def by(self) -> Author:
        return Author(self.place.kind, self.place.name)

    def on_card(self, card: str, *more: str) -> str:
        return "/".join([self.root, "cards", quote(card, safe=""), *more])

    def kept(self, card: str) -> KeptCard | Answer:
        """A card that is new here has its format and the number of its newest revision from the desk; raises Away."""
        if known := self.shelf.card(card):
            return known
        answer = self.ask(Call("GET", self.on_card(card)))
        if not answer.is_done:
            return answer
        found = answer.json
        return KeptCard(str(found["key"]), str(found["format"]), int(found["revision"]))

    def tell(self, kept: KeptCard) -> None:
        """The desk hears numbers."""
        self.report("PUT", kept.card, self.on_card(kept.card, "note", "report"), notes.report(self.shelf, kept))
