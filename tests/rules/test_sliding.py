"""Among equal lines a change stands where git would say that it stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.authors.alignment import Pair, in_place
from notes.rules.authors.matching import matching_blocks
from notes.rules.documents import Document
from notes.rules.formats import free

# Old lines, new lines → for each new line the number of the old one that stands there.
TABLE = {
    "as_low_as_it_can": ("a x b", "a x x b", [1, 2, None, 3]),
    "a_block_as_low_as_it_can": ("a x y b", "a x y x y b", [1, 2, 3, None, None, 4]),
    "together_with_what_else_was_added": ("a x b", "a n x x b", [1, None, None, 2, 3]),
    "beside_what_it_replaces": ("a x o b", "a x x b", [1, 2, None, 4]),
    "below_an_equal_line": ("a x b c", "a x n x b c", [1, 2, None, None, 3, 4]),
    "the_lower_of_two_goes": ("a x x b", "a x b", [1, 2, 4]),
}
LINES = st.lists(st.sampled_from("abcx"), max_size=12)


def document(lines: str) -> Document:
    found = free.parse("\n".join(lines.split())).document
    assert found
    return found


@pytest.mark.parametrize(("old", "new", "stands"), TABLE.values(), ids=TABLE)
def test_it_says_which_of_equal_lines_are_new(old: str, new: str, stands: list[int | None]) -> None:
    found = in_place(Pair(document(old), document(new)))
    assert [None if here is None else here + 1 for here in found] == stands


@given(LINES, LINES)
def test_it_stays_a_longest_common_subsequence(old: list[str], new: list[str]) -> None:
    found = in_place(Pair(document(" ".join(old)), document(" ".join(new))))
    places = [here for here in found if here is not None]
    assert places == sorted(set(places))
    assert [old[here] for here in places] == [line for line, here in zip(new, found, strict=False) if here is not None]
    assert len(places) == sum(length for _, _, length in matching_blocks(old, new))
