import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.facts.names import by_fold, check_same_name, folded, name_fault

KNOWN = by_fold(["EMD", "café", "Straße", "Bid due"])


@pytest.mark.parametrize(
    ("name", "twin"),
    [
        ("EMD", None),
        ("emd", "EMD"),
        ("cafe\u0301", "café"),
        ("CAFE\u0301", "café"),
        ("STRASSE", "Straße"),
        ("BID DUE", "Bid due"),
        ("EMD 2", None),
        ("Bid  due", None),
        ("cafe", None),
    ],
)
def test_a_name_is_another_one_where_a_reader_can_tell_it(name: str, twin: str | None) -> None:
    problem = check_same_name(name, KNOWN)
    assert (problem.detail or {})["fact"] == twin if problem else twin is None
    if problem:
        assert problem.code == "fact.name_taken"
        assert f"use {twin!r} as it stands." in problem.says


@pytest.mark.parametrize("name", ["next_action", "NEXT_ACTION", "Next_Action", ".", ".."])
def test_a_reserved_name_is_so_in_any_letter_case(name: str) -> None:
    assert "which means something else" in (name_fault(name) or "")


def test_no_sentence_repeats_a_secret() -> None:
    token = "npm_" + "aB3dE5gH7jK9mN1pQ4sT6vW8yZ0bC2eF5hJ7"
    problem = check_same_name(token, by_fold([token.upper()]))
    assert problem
    assert token not in repr(problem.detail)


@given(st.text(max_size=20), st.sampled_from(["NFC", "NFD"]))
def test_all_forms_of_a_name_are_one(name: str, form: str) -> None:
    assert folded(unicodedata.normalize(form, name)) == folded(name)  # type: ignore[arg-type]
