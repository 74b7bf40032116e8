"""One text out of two that grew apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.authors.both_sides import both, keep_both

CASES = [
    ("a\nb\nc\nd", "a\nB\nc\nd", "a\nb\nc\nD", "a\nB\nc\nD"),
    ("a\nb\nc", "a\ntheirs\nc", "a\nyours\nc", "a\ntheirs\nyours\nc"),
    ("a", "a\nx", "a\nx", "a\nx"),
    ("a\nb", "a", "a\nb!", "a\nb!"),
    ("a\nb", "a\nb!", "a", "a\nb!"),
    ("", "theirs", "yours", "theirs\nyours"),
    ("P", "AG\nP2", "P1\nP2\nP2", "AG\nP1\nP2\nP2"),
    ("x", "a\nb", "b\na", "b\na\nb"),
]


@pytest.mark.parametrize(("base", "theirs", "yours", "both"), CASES)
def test_it_keeps_both_where_both_changed(base: str, theirs: str, yours: str, both: str) -> None:
    assert keep_both(base, theirs, yours) == both


lines = st.lists(st.sampled_from("abcde"), max_size=8).map("\n".join)


@given(lines, lines, lines)
def test_no_new_line_of_either_side_is_lost(base: str, theirs: str, yours: str) -> None:
    both = keep_both(base, theirs, yours).split("\n")
    known = set(base.split("\n"))
    assert set(theirs.split("\n")) - known <= set(both)
    assert set(yours.split("\n")) - known <= set(both)


side = st.lists(st.sampled_from("abc "), max_size=9)


@given(side, side)
def test_every_line_of_each_side_stands_in_its_order(theirs: list[str], yours: list[str]) -> None:
    for one in (theirs, yours):
        rest = iter(both(theirs, yours))
        assert all(line in rest for line in one)


@given(side)
def test_what_is_the_same_on_both_sides_stands_once(lines: list[str]) -> None:
    assert list(both(lines, lines)) == lines
