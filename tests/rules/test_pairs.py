"""`name: value` as one line: the canonical form, and what people type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.formats.json_notes import join_pair, read_pair, split_pair
from tests.rules.test_formats import words

TYPED = [
    ("EMD: 15,00,000", ("EMD", "15,00,000")),
    ("EMD: a: b", ("EMD", "a: b")),
    ('"EMD": 15', ("EMD", "15")),
    ('"\\ud800": 15', ('"\\ud800"', "15")),
    ('"EMD: net": 15', ("EMD: net", "15")),
    ('"Net" amount: 15,00,000', ('"Net" amount', "15,00,000")),
    ('"EMD: 15', ('"EMD', "15")),
    ("EMD: ", ("EMD", "")),
    ("EMD:", ("EMD", "")),
    ('"EMD":', ('"EMD"', "")),
    ('"EMD" 15', None),
    ('"EMD', None),
    ("EMD 15", None),
    ("EMD:15", None),
    ("[[[[", None),
    ("", None),
]


@pytest.mark.parametrize(("line", "pair"), TYPED)
def test_it_reads_pairs_as_people_type_them(line: str, pair: tuple[str, str] | None) -> None:
    assert read_pair(line) == pair


@pytest.mark.parametrize("line", ['"EMD": 15', '"EMD" 15', '"EMD', "EMD 15", "EMD:", '"Net" amount: 15', ""])
def test_what_is_not_canonical_is_not_split(line: str) -> None:
    with pytest.raises(ValueError):
        split_pair(line)


@given(words, words)
def test_a_canonical_pair_is_read_as_it_was_joined(name: str, value: str) -> None:
    assert split_pair(join_pair(name, value)) == read_pair(join_pair(name, value)) == (name, value)


@given(st.text(max_size=20))
def test_whatever_can_be_split_joins_to_the_same(line: str) -> None:
    try:
        pair = split_pair(line)
    except ValueError:
        return
    assert join_pair(*pair) == line
