"""A round and its costs in words."""

from decimal import Decimal

import pytest

from notes.rules.rounds.words import dollars, way_words

WAYS = [
    (1, "fresh", None, ""),
    (1, "resume", Decimal("0.41"), ""),
    (4, "fresh", Decimal("0.408750"), "resumed from handoff · saved ≈ $0.41"),
    (4, "fresh", None, "resumed from handoff"),
    (4, "fresh", Decimal("0.000000"), "resumed from handoff"),
    (4, "fresh", Decimal("0.002"), "resumed from handoff · saved ≈ less than $0.01"),
    (4, "resume", Decimal("0.41"), "resumed session"),
    (4, "resume", None, "resumed session"),
]


@pytest.mark.parametrize(("number", "choice", "saved", "words"), WAYS)
def test_how_a_round_began(number: int, choice: str, saved: Decimal | None, words: str) -> None:
    assert way_words(number, choice, saved) == words


@pytest.mark.parametrize(("choice", "words"), [("fresh", ""), ("resume", "resumed session")])
def test_what_began_without_a_note_was_not_resumed_from_one(choice: str, words: str) -> None:
    assert way_words(4, choice, Decimal("0.41"), from_note=False) == words


@pytest.mark.parametrize(
    ("amount", "words"), [("0", "$0.00"), ("0.009999", "less than $0.01"), ("0.01", "$0.01"), ("1234.5", "$1,234.50")]
)
def test_dollars_are_told_to_the_cent(amount: str, words: str) -> None:
    assert dollars(Decimal(amount)) == words
