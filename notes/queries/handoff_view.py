"""A handoff as a page shows it: what was sent, and beside it what each try said, the differences marked."""

from collections.abc import Sequence
from dataclasses import dataclass

from notes.models import Escalation, Handoff, ReadBack
from notes.models.handoff import HandoffState
from notes.rules.handoffs.look_alikes import only_looks_alike, pieces
from notes.rules.wording.words_changed import Pieces

NEXT_ACTION = "Next action"


@dataclass(frozen=True, slots=True)
class Said:
    """What one try said of one thing. `is_same` is exact; `got` is None where it was left out.

    `alike` says what differs where eyes cannot tell.
    """

    number: int
    is_same: bool
    got: Pieces | None = None
    alike: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """`name` is empty for the next action, which is no fact."""

    name: str
    sent: str
    source: str
    in_dispute: bool
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class HandoffView:
    handoff: Handoff
    tries: tuple[ReadBack, ...]
    rows: tuple[Row, ...]
    state: str
    decision: Escalation | None

    @property
    def fact_count(self) -> int:
        return len(self.handoff.facts)


def handoff_view(handoff: Handoff, tries: Sequence[ReadBack], decision: Escalation | None = None) -> HandoffView:
    rows = [_fact_row(fact, tries) for fact in handoff.facts]
    if handoff.next_action:
        said = tuple(_said(handoff.next_action, tried.next_action, tried.number) for tried in tries)
        rows.append(Row("", handoff.next_action, "", False, said))
    right = next((tried.number for tried in tries if not tried.problems), None)
    return HandoffView(handoff, tuple(tries), tuple(rows), state_words(handoff, len(tries), right), decision)


def state_words(handoff: Handoff, tries: int, right: int | None) -> str:
    """`right` is the number of the try that was exact, if there was one."""
    if handoff.state == HandoffState.STOPPED:
        return "stopped after two tries"
    if handoff.state == HandoffState.ACCEPTED:
        return f"accepted, read back exactly on try {right}" if right else f"accepted: {handoff.settled_by_name} has it"
    return "sent, not confirmed" + (f": try {tries} did not match" if tries else "")


def _fact_row(fact: dict[str, str], tries: Sequence[ReadBack]) -> Row:
    said = tuple(_said(fact["value"], tried.facts.get(fact["name"]), tried.number) for tried in tries)
    return Row(fact["name"], fact["value"], fact["source"], bool(fact.get("disputed")), said)


def _said(sent: str, got: str | None, number: int) -> Said:
    if got is None or got == sent:
        return Said(number, got == sent)
    return Said(number, False, pieces(sent, got)[1], only_looks_alike(sent, got) or "")
