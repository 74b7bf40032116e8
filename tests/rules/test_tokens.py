"""The count of a note is that of the library's own way to count."""

import toktok
from hypothesis import given
from hypothesis import strategies as st

from notes.queries.tokens import count_tokens
from tests.rules.texts import LINES, joined

SPECIAL = ["<|endoftext|>", "it's", "क्", "😀", "\t", "x \r", "12", "\n\n"]


@given(st.lists(st.one_of(st.sampled_from([*LINES, *SPECIAL]), st.text(max_size=20)), max_size=20).map(joined))
def test_tokens_are_those_of_the_vocabulary(text: str) -> None:
    assert [count_tokens(text)] == toktok.batch_count([text], "o200k_base")


def test_what_looks_like_a_special_token_counts_as_text() -> None:
    assert (count_tokens(""), count_tokens("<|endoftext|>")) == (0, 7)
