"""What moved within a note keeps its author; what only looks like an old line does not."""

import pytest
from hypothesis import given

from notes.rules.authors.alignment import align
from notes.rules.documents import Document, Role
from notes.rules.formats import free
from tests.rules.texts import notes

# Old lines, new lines → for each new line the number of the old one that it continues.
TABLE = {
    "a_line_that_stood_once": ("a b c d", "b c d a", [2, 3, 4, 1]),
    "one_of_it_and_a_second_copy": ("x a b c", "a b c x d x", [2, 3, 4, 1, None, None]),
    "one_of_two_that_nobody_can_tell_apart": ("x a b x c d", "a b c d x", [2, 3, 5, 6, None]),
    "equal_lines_along_with_their_neighbours": ("x a b x c d e f", "c d e f x a b x", [5, 6, 7, 8, 1, 2, 3, 4]),
    "one_of_two_alone": ("x a b x c d e", "a b x c x d e", [2, 3, 4, 5, 1, 6, 7]),
    "one_of_many_goes_and_another_comes": ("x a x x x b", "a x x x b x", [2, 3, 4, 5, 6, None]),
    "a_block_with_lines_of_which_there_are_many": (
        "x x x p x q a b c d e f x",
        "x x x a b c d e f p x q x",
        [1, 2, 3, 7, 8, 9, 10, 11, 12, 4, 5, 6, 13],
    ),
}


def document(lines: str) -> Document:
    found = free.parse("\n".join(lines.split())).document
    assert found
    return found


@pytest.mark.parametrize(("old", "new", "continues"), TABLE.values(), ids=TABLE)
def test_it_follows_what_moved(old: str, new: str, continues: list[int | None]) -> None:
    found = align(document(old), document(new))
    assert [None if here is None else here + 1 for here in found] == continues


@given(notes, notes)
def test_no_old_line_is_continued_twice_and_all_are_alike(old: str, new: str) -> None:
    before, after = free.parse(old).document, free.parse(new).document
    assert before
    assert after
    found = align(before, after)
    taken = [here for here in found if here is not None]
    assert len(taken) == len(set(taken))
    for here, row in zip(found, after.rows, strict=True):
        if here is not None:
            assert (before.rows[here].text, before.rows[here].role) == (row.text, row.role)


@given(notes)
def test_there_is_a_key_for_each_row_and_a_heading_is_no_line(text: str) -> None:
    found = free.parse(text).document
    assert found
    assert len(found.keys) == len(found.rows)
    for key, row in zip(found.keys, found.rows, strict=True):
        assert key == (f"\0{row.text}" if row.role is Role.HEADING else row.text)
