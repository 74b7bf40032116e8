"""The line that shows why a card was found."""

import pytest

from notes.rules.wording.excerpts import AROUND, CUT, Excerpt, excerpt

LONG = "a " * 80
FOUND = [
    (["ship it"], ["ship"], ("", "ship", " it")),
    (["Ship It"], ["ship"], ("", "Ship", " It")),
    (["nothing", "ship", "ship it"], ["it", "ship"], ("", "ship", " it")),
    (["one", "two"], ["two", "one"], ("", "one", "")),
    (["a.b", "axb"], ["x"], ("a", "x", "b")),
    (["a.b"], ["."], ("a", ".", "b")),
    (["టెండర్ 12 లక్షలు"], ["లక్షలు"], ("టెండర్ 12 ", "లక్షలు", "")),
    (["STRASSE"], ["straße"], None),
    (["ein cafe\u0301"], ["CAF\u00c9"], ("ein ", "caf\u00e9", "")),
    (["nothing"], ["ship"], None),
    ([], ["ship"], None),
    (["ship"], [], None),
]


@pytest.mark.parametrize(("lines", "words", "found"), FOUND)
def test_it_is_the_first_line_with_most_of_the_words(
    lines: list[str], words: list[str], found: tuple[str, str, str] | None
) -> None:
    assert excerpt(lines, words) == (found and Excerpt(*found))


def test_a_long_line_is_cut_on_both_sides_of_the_hit() -> None:
    found = excerpt([f"{LONG}hit {LONG}"], ["hit"])
    assert found
    assert (found.before[0], found.hit, found.after[-1]) == (CUT, "hit", CUT)
    assert max(len(found.before), len(found.after)) <= AROUND + 1
