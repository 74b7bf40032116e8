"""What becomes of a decision about a fact when the fact is put right in another way."""

import pytest

from notes.rules.decisions.settling import Left, after_fact

CASES: list[tuple[str, bool, bool, str, Left]] = [
    ("sources_disagree", True, True, "Rs 12", "answered"),
    ("asked", True, False, "Rs 20", "answered"),
    ("sources_disagree", False, False, "Rs 12", "withdrawn"),
    ("sources_disagree", False, True, "Rs 12", "as it was"),
    ("sources_disagree", False, True, "Rs 20", "widened"),
    ("asked", False, False, "Rs 12", "as it was"),
    ("asked", False, False, "Rs 20", "widened"),
]


@pytest.mark.parametrize(("cause", "by_person", "in_dispute", "value", "left"), CASES)
def test_what_is_left_of_it(cause: str, by_person: bool, in_dispute: bool, value: str, left: Left) -> None:
    assert after_fact(cause, ["Rs 12"], value, by_person=by_person, in_dispute=in_dispute) == left
