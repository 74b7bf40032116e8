"""The format of a note: changed by a person from the newest revision, by nobody else, and never in passing."""

import json
from typing import Any

import pytest

from notes.rules.writing.verdicts import Accepted, Group, Refused, Verdict
from tests.rules.desk import Desk

SECTIONS = ("Done", "Next", "Decisions and why", "Dead ends", "Files touched", "How to verify", "Checklist status")
NINE = "## Goal\nship it\n\n" + "\n\n".join(f"## {name}" for name in (*SECTIONS, "Open questions")) + "\n"
SIX = {"goal": "ship it", "done": [], "must_carry": {}, "open_questions": [], "next_action": "go", "sources": {}}
SECRET = "ghp_" + "a1B2" * 9


def six(**more: Any) -> str:
    return json.dumps(SIX | more)


@pytest.fixture
def desk() -> Desk:
    """Nine sections by an agent."""
    desk = Desk("nine_sections")
    desk.write("agent", NINE)
    return desk


def refused(verdict: Verdict) -> Refused:
    assert isinstance(verdict, Refused)
    return verdict


def code(verdict: Verdict) -> tuple[Group, str]:
    (problem,) = refused(verdict).problems
    return verdict.group, problem.code  # type: ignore[union-attr]


def test_a_person_changes_it_and_equal_lines_keep_their_birth(desk: Desk) -> None:
    assert isinstance(desk.write("person", six(), format="six_fields"), Accepted)
    assert desk.format == "six_fields"
    assert desk.lines() == [["goal", "ship it", "agent", 1], ["next_action", "go", "person", 2]]


def test_the_same_text_in_another_format_is_a_change(desk: Desk) -> None:
    verdict = desk.write("person", NINE, format="free")
    assert isinstance(verdict, Accepted)
    assert not verdict.unchanged
    assert (verdict.document.format, verdict.origins) == ("free", desk.revisions[0].origins)


@pytest.mark.parametrize("by", ["agent", "summariser", "runner", "unknown"])
def test_nobody_but_a_person_changes_it(by: str, desk: Desk) -> None:
    assert code(desk.write(by, six(), format="six_fields")) == (Group.FORMAT, "write.format_fixed")


def test_whoever_names_the_format_that_it_has_changes_nothing_by_that(desk: Desk) -> None:
    text = NINE.replace("ship it", "ship it now")
    assert isinstance(desk.write("agent", text, format="nine_sections"), Accepted)


@pytest.mark.parametrize("by", ["agent", "person"])
def test_while_there_is_no_note_anyone_chooses(by: str) -> None:
    desk = Desk("nine_sections")
    assert isinstance(desk.write(by, six(), format="six_fields"), Accepted)
    assert desk.format == "six_fields"


def test_the_text_is_read_in_the_new_format(desk: Desk) -> None:
    assert code(desk.write("person", NINE, format="six_fields")) == (Group.FORMAT, "format.not_json")
    assert desk.format == "nine_sections"


def test_it_changes_only_from_the_newest_revision(desk: Desk) -> None:
    desk.write("agent", NINE.replace("## Next", "## Next\n- go"))
    verdict = desk.write("person", six(), base=1, format="six_fields")
    assert code(verdict) == (Group.CONFLICT, "write.moved_on")
    assert not refused(verdict).late


def test_locks_do_not_bind_the_person_but_hold_afterwards(desk: Desk) -> None:
    desk.write("person", NINE.replace("ship it", "ship both"))
    assert isinstance(desk.write("person", six(), format="six_fields"), Accepted)
    assert code(desk.write("agent", six(next_action="stop"))) == (Group.LOCKS, "lock.line_missing")


def test_hygiene_and_facts_hold_in_the_new_format(desk: Desk) -> None:
    assert code(desk.write("person", six(done=[SECRET]), format="six_fields")) == (Group.CONTENT, "hygiene.secret")
    desk.facts = {"EMD": "15"}
    assert code(desk.write("person", six(), format="six_fields")) == (Group.CONTENT, "fact.missing")


@pytest.mark.parametrize("text", [NINE, NINE.replace("ship it", "ship"), "{", six()])
@pytest.mark.parametrize("by", ["agent", "person"])
def test_who_started_before_the_change_is_told_of_it(by: str, text: str, desk: Desk) -> None:
    desk.write("person", six(), format="six_fields")
    assert code(desk.write(by, text, base=1)) == (Group.CONFLICT, "write.format_changed")


LATE = [
    (NINE, True, Group.CONFLICT),
    (NINE + SECRET, False, Group.CONTENT),
    ("nothing of the nine", False, Group.CONFLICT),
]


@pytest.mark.parametrize(("text", "late", "group"), LATE)
def test_a_writer_that_cannot_try_again_has_its_old_note_kept(text: str, late: bool, group: Group, desk: Desk) -> None:
    desk.write("person", six(), format="six_fields")
    verdict = refused(desk.write("agent", text, base=1, restore_locks=True))
    assert (verdict.late, verdict.group) == (late, group)


def test_there_and_back_again_what_started_before_merges(desk: Desk) -> None:
    desk.write("person", six(), format="six_fields")
    desk.write("person", NINE, format="nine_sections")
    verdict = desk.write("agent", NINE.replace("## Done", "## Done\n- tests"), base=1)
    assert isinstance(verdict, Accepted)
    assert verdict.merged
