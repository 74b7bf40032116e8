"""Numbers in words."""

import pytest

from notes.rules.wording.counts import in_words


@pytest.mark.parametrize(
    ("count", "words"), [(0, "no"), (1, "one"), (3, "three"), (12, "twelve"), (13, "13"), (100_000, "100,000")]
)
def test_small_numbers_are_words_and_large_ones_figures(count: int, words: str) -> None:
    assert in_words(count) == words
