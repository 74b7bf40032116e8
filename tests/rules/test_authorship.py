"""Whose line is it: by computing, never by what a text claims."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notes.rules.authors import origins
from notes.rules.authors.origins import Origin
from notes.rules.documents import Role
from notes.rules.writing.verdicts import Accepted
from tests.rules.desk import Desk
from tests.rules.texts import edits, notes

# Text of an agent, then of a person → who has each line then: A or P.
TABLE = {
    "nothing_changed": ("a\nb\n", "a\nb\n", "AA"),
    "appended": ("a\nb\n", "a\nb\nc\n", "AAP"),
    "one_character_changed": ("a\nb.\n", "a\nb\n", "AP"),
    "letter_case_changed": ("a\n", "A\n", "P"),
    "swapped": ("a\nb\n", "b\na\n", "AA"),
    "moved_to_another_section": ("## X\na\n\n## Y\nb\n", "## X\nb\n\n## Y\na\n", "AA"),
    "a_second_copy_below": ("a\nb\n", "a\nb\na\n", "AAP"),
    "a_second_copy_above": ("a\nb\nc\n", "c\na\nb\nc\n", "PAAA"),
    "a_copy_right_behind": ("a\nb\n", "a\na\nb\n", "APA"),
    "one_of_two_equal_lines_goes": ("a\nx\na\n", "x\na\n", "AA"),
    "a_claim_in_the_text": ("a\n", "a\nwritten by the agent coder: b\n", "AP"),
    "under_a_new_heading": ("a\nb\n", "a\n\n## New\nb\n", "AA"),
    "heading_renamed": ("## X\na\nb\n", "## Z\na\nb\n", "AA"),
    "two_runs_change_places": ("a\nb\nc\nd\ne\n", "d\ne\na\nb\nc\n", "AAAAA"),
}


@pytest.mark.parametrize(("agent", "person", "kinds"), TABLE.values(), ids=TABLE)
def test_it_gives_each_line_one_author(agent: str, person: str, kinds: str) -> None:
    desk = Desk()
    desk.write("agent", agent)
    desk.write("person", person)
    assert "".join({"agent": "A", "person": "P"}[str(line[2])] for line in desk.lines()) == kinds


def test_a_line_that_comes_back_belongs_to_whoever_brings_it_back() -> None:
    desk = Desk()
    desk.write("agent", "a\nb\n")
    desk.write("agent", "a\n")
    desk.write("person", "a\nb\n")
    assert desk.lines() == [["", "a", "agent", 1], ["", "b", "person", 3]]


def test_neighbours_that_move_keep_their_own_births_among_equal_lines() -> None:
    desk = Desk()
    desk.write("agent", "## A\nx\none\n\n## B\nx\ntwo\n\n## C\nthree\n")
    desk.write("person", "## A\none\n\n## B\n\n## C\nthree\nx\ntwo\nx\n")
    assert desk.revisions[1].origins[7:9] == (Origin(1, 6), Origin(1, 7))


def test_a_save_that_changes_nothing_makes_no_revision_and_says_so() -> None:
    desk = Desk()
    desk.write("agent", "## A\nb\n")
    verdict = desk.write("person", "## A\r\n\r\nb\r\n\r\n")
    assert isinstance(verdict, Accepted)
    assert verdict.unchanged
    assert len(desk.revisions) == 1


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_a_line_that_nobody_touched_keeps_its_birth(data: st.DataObject) -> None:
    desk = Desk()
    desk.write("agent", data.draw(notes))
    before = desk.revisions[-1]
    desk.write("person", data.draw(edits(desk.text)))
    after = desk.revisions[-1]
    born_before = {origin: row.text for row, origin in zip(before.document.rows, before.origins, strict=True) if origin}
    for row, origin in zip(after.document.rows, after.origins, strict=True):
        assert (origin is None) == (row.role is not Role.LINE)
        if origin and origin.revision <= before.revision and after is not before:
            assert born_before[origin] == row.text


@given(st.lists(st.one_of(st.none(), st.builds(Origin, st.integers(1, 3), st.integers(1, 4)))))
def test_origins_survive_being_stored(births: list[Origin | None]) -> None:
    assert origins.decode(origins.encode(births)) == tuple(births)


def test_origins_of_a_long_untouched_note_take_a_few_characters() -> None:
    assert origins.encode([Origin(9, number) for number in range(4, 5_004)]) == "9.4x5000"
    assert origins.encode([None, Origin(2, 7), Origin(2, 8), Origin(2, 8), None, None]) == "-x1 2.7x2 2.8x1 -x2"
    assert origins.encode([]) == ""


@pytest.mark.parametrize("text", ["", "r1", "1-2", "r1-2 ", "r-1-2", "r1-2-3", "r99999999999-1", "rx-1"])
def test_what_is_no_address_of_a_line_is_none(text: str) -> None:
    assert origins.parse_address(text) is None


def test_an_address_is_read_as_it_is_written() -> None:
    assert origins.parse_address(str(Origin(9, 4))) == Origin(9, 4)
