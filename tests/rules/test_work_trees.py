"""Whose turn it is while a save is on its way into a work tree; and what came too late."""

from datetime import timedelta

import pytest

from notes.rules.writing.verdicts import Accepted, Refused
from notes.rules.writing.work_trees import FOR_PEOPLE, FOR_PROGRAMS, is_blocked
from tests.rules.desk import Desk

SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("age", "person", "agent", "runner"),
    [
        (0 * SECOND, True, True, True),
        (FOR_PEOPLE - SECOND, True, True, True),
        (FOR_PEOPLE, False, True, True),
        (FOR_PROGRAMS - SECOND, False, True, True),
        (FOR_PROGRAMS, False, False, True),
        (timedelta(days=3), False, False, True),
    ],
)
def test_a_save_under_way_holds_others_up_for_a_while_and_its_runner_until_it_answers(
    age: timedelta, person: bool, agent: bool, runner: bool
) -> None:
    found = [
        is_blocked(age, by_person=True, by_runner=False),
        is_blocked(age, by_person=False, by_runner=False),
        is_blocked(age, by_person=False, by_runner=True),
    ]
    assert found == [person, agent, runner]


FIRST, SECOND_NOTE = "## Goal\nship it\n", "## Goal\nship it\n\n## Next\n- test\n"
KEY = "-----BEGIN " + "RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    ("text", "base", "outcome"),
    [
        ("## Goal\nship it today\n\n## Next\n- test\n", 2, "saved"),
        (SECOND_NOTE, 1, "unchanged"),
        ("## Goal\nship it today\n", 1, "late"),
        (f"## Goal\nship it\n{KEY}\n", 1, "hygiene.secret"),
    ],
)
def test_what_was_queued_is_kept_as_late_where_the_note_has_moved_on(text: str, base: int, outcome: str) -> None:
    desk = Desk()
    desk.write("agent", FIRST)
    desk.write("person", SECOND_NOTE)
    verdict = desk.write("runner", text, base=base, queued=True)
    if isinstance(verdict, Accepted):
        assert outcome == ("unchanged" if verdict.unchanged else "saved")
        return
    assert isinstance(verdict, Refused)
    assert (verdict.late, verdict.problems[0].code) == ((True, "write.late") if outcome == "late" else (False, outcome))
    assert desk.text == SECOND_NOTE
