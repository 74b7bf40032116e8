"""What the next session receives where text stays on the machine: the same as from the desk."""

from datetime import timedelta

import pytest

from handoff_agent.machine import notes
from handoff_agent.machine.author import Author
from handoff_agent.machine.resuming import resume
from handoff_agent.machine.shelf import KeptCard, Shelf
from notes.rules.authors.origins import Origin
from tests.cast import NOW
from tests.machine.line import NOTE

ANSWER = {"state": "answered", "decision": "Which?", "answer": "This", "by": "Operator", "fact": "", "untrusted": []}


@pytest.fixture
def kept() -> KeptCard:
    return KeptCard("SHOP-1", "free")


@pytest.mark.parametrize(
    ("kind", "minutes", "is_told"),
    [("agent", 1, True), ("agent", 3, False), ("runner", 3, False), ("person", 3, True), ("summariser", 3, True)],
)
def test_an_answer_stays_until_an_agent_has_written_after_it(
    shelf: Shelf, kept: KeptCard, kind: str, minutes: int, is_told: bool
) -> None:
    write(shelf, kept, "agent", 0, NOTE)
    kept.decisions = [ANSWER | {"at": (NOW + timedelta(minutes=2)).isoformat()}]
    write(shelf, kept, kind, minutes, f"{NOTE}- more\n")
    assert bool(resume(shelf, kept, NOW).settled) is is_told


def test_lines_that_are_not_locked_are_told_apart(shelf: Shelf, kept: KeptCard) -> None:
    write(shelf, kept, "person", 0, NOTE)
    assert [line.locked for line in resume(shelf, kept, NOW).person_lines] == [True]
    kept.said = {str(Origin(1, 2)): False}
    assert [line.locked for line in resume(shelf, kept, NOW).person_lines] == [False]


def write(shelf: Shelf, kept: KeptCard, kind: str, minutes: int, text: str) -> None:
    body = {"text": text, "base_revision": kept.revision}
    by = Author(kind, kind, NOW + timedelta(minutes=minutes))
    assert notes.save(shelf, kept, body, by).status < 300
