"""One text out of two that grew apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.both_sides import keep_both

CASES = [
    ("a\nb\nc\nd", "a\nB\nc\nd", "a\nb\nc\nD", "a\nB\nc\nD"),
    ("a\nb\nc", "a\ntheirs\nc", "a\nyours\nc", "a\ntheirs\nyours\nc"),
    ("a", "a\nx", "a\nx", "a\nx"),
    ("a\nb", "a", "a\nb!", "a\nb!"),
    ("a\nb", "a\nb!", "a", "a\nb!"),
    ("", "theirs", "yours", "theirs\nyours"),
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
