"""What changed between two revisions."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.authors.origins import Origin
from notes.rules.wording.changes import Change, Counts, Side, changes, count
from notes.rules.wording.words_changed import pieces
from tests.rules.desk import Desk


def told(*texts: str) -> list[str]:
    """The changes that the last of these writes made, as short words."""
    desk = Desk()
    for text in texts:
        desk.write("agent", text)
    sides = [Side(note.document, note.origins) for note in desk.revisions]
    return [words(change) for change in changes(sides[-2] if len(sides) > 1 else None, sides[-1])]


def words(change: Change) -> str:
    before = "".join(piece.text for piece in change.before)
    after = "".join(piece.text for piece in change.after)
    return " ".join(filter(None, [change.kind, before, ">" if before and after else "", after, change.was_in]))


CHANGES = [
    ("all is new at first", ["a\nb"], ["added a", "added b"]),
    ("added", ["a\nb", "a\nnew\nb"], ["added new"]),
    ("removed", ["a\nold\nb", "a\nb"], ["removed old"]),
    ("changed", ["a\nrun the tests\nb", "a\nrun the API tests\nb"], ["changed run the tests > run the API tests"]),
    ("replaced by something else", ["a\nxxxx\nb", "a\nyyyy\nb"], ["removed xxxx", "added yyyy"]),
    ("moved down", ["first\nsecond\nthird", "second\nthird\nfirst"], ["moved first"]),
    ("moved to another section", ["## A\nx\n## B\ny", "## A\n\n## B\nx\ny"], ["moved x A"]),
    ("the best pair", ["alpha one\nalpha two", "alpha two!\nalpha one!"], None),
    ("nothing but a heading", ["## A\nx", "## B\nx"], ["moved x A"]),
    ("nothing but blank lines", ["a\nb", "a\n\nb"], []),
    ("at the end", ["a", "a\nb"], ["added b"]),
    ("all removed but one", ["a\nb\nc", "b"], ["removed a", "removed c"]),
]


@pytest.mark.parametrize(("texts", "expected"), [case[1:] for case in CHANGES], ids=[case[0] for case in CHANGES])
def test_it_tells_what_happened_to_each_line(texts: list[str], expected: list[str] | None) -> None:
    if expected is None:
        expected = ["changed alpha two > alpha two!", "changed alpha one > alpha one!"]
    assert told(*texts) == expected


texts = st.lists(st.sampled_from(["a", "b", "- c d", "- c e", "## X", "## Y", ""]), min_size=1, max_size=12).map(
    lambda lines: "\n".join([*lines, "end"])
)


@given(texts, texts)
def test_what_is_told_agrees_with_the_counts(old: str, new: str) -> None:
    desk = Desk()
    for text in (old, new):
        desk.write("agent", text)
    sides = [Side(note.document, note.origins) for note in desk.revisions]
    if len(sides) < 2:
        return
    found = changes(*sides)
    added = [change.now for change in found if change.now and change.kind != "moved"]
    removed = [change.was for change in found if change.was]
    assert count(sides[0].origins, sides[1].origins) == Counts(len(added), len(removed))
    assert len(set(added)) == len(added)
    assert len(set(removed)) == len(removed)


@pytest.mark.parametrize(("count", "length"), [(100, 10_000), (2_000, 20), (1, 90_000)])
def test_a_hostile_rewrite_costs_no_more_than_others(count: int, length: int) -> None:
    old = "\n".join(f"{number}{'a' * length}" for number in range(count))
    new = "\n".join(f"{number}{'b' * length}" for number in range(count))
    begun = time.process_time()
    assert len(told(old, new)) >= count
    assert time.process_time() - begun < 5


def test_it_counts_by_birth() -> None:
    old = [Origin(1, 1), None, Origin(1, 3)]
    assert count(old, [Origin(1, 3), Origin(2, 2), Origin(2, 3)]) == Counts(2, 1)


def test_it_marks_the_words_that_changed() -> None:
    before, after = pieces("run the tests", "run the API tests")
    assert not any(piece.changed for piece in before)
    assert [piece.text for piece in after if piece.changed] == ["API "]


@given(st.text(max_size=40), st.text(max_size=40))
def test_the_pieces_are_the_texts(before: str, after: str) -> None:
    left, right = pieces(before, after)
    assert "".join(piece.text for piece in left) == before
    assert "".join(piece.text for piece in right) == after


def test_a_very_long_line_is_changed_whole() -> None:
    before, after = pieces("a " * 2_000, "b " * 2_000)
    assert [len(before), len(after)] == [1, 1]
