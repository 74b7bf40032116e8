import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.facts.decisions import FactDecision, FactValue, decide_fact

OLD = FactValue("Rs 12,00,000", "text", "Tender, page 4")
CURRENT = FactValue("Rs 15,00,000", "text", "Corrigendum 2, page 1")
SAME_SOURCE = FactValue("Rs 16,00,000", "text", CURRENT.source)
OTHER_SOURCE = FactValue("Rs 16,00,000", "text", "Corrigendum 3, page 1")
SECOND_WITNESS = FactValue(CURRENT.value, "text", "Mail of 3 March")
OTHER_KIND = FactValue(CURRENT.value, "decimal", CURRENT.source)

CASES = [
    # current, new, replaces, by a person, outcome, code
    (None, CURRENT, None, False, "created", None),
    (None, CURRENT, None, True, "created", None),
    (None, CURRENT, OLD.value, False, "refused", "fact.replaces_old"),
    (None, CURRENT, OLD.value, True, "created", None),
    (CURRENT, CURRENT, None, False, "unchanged", None),
    (CURRENT, CURRENT, None, True, "unchanged", None),
    (CURRENT, CURRENT, OLD.value, False, "unchanged", None),  # the same request, sent again
    (CURRENT, SAME_SOURCE, None, False, "superseded", None),
    (CURRENT, OTHER_KIND, None, False, "superseded", None),
    (CURRENT, SECOND_WITNESS, None, False, "sourced", None),
    (CURRENT, SECOND_WITNESS, CURRENT.value, False, "sourced", None),
    (CURRENT, SECOND_WITNESS, None, True, "superseded", None),
    (CURRENT, OTHER_SOURCE, CURRENT.value, False, "superseded", None),
    (CURRENT, OTHER_SOURCE, None, False, "disputed", "fact.disputed"),
    (CURRENT, OTHER_SOURCE, OLD.value, False, "refused", "fact.replaces_old"),
    (CURRENT, OTHER_SOURCE, "", False, "refused", "fact.replaces_old"),
    (CURRENT, OTHER_SOURCE, "Rs 15,00,000 ", False, "refused", "fact.replaces_old"),
    (CURRENT, OTHER_SOURCE, None, True, "superseded", None),
    (CURRENT, OTHER_SOURCE, OLD.value, True, "superseded", None),
]


@pytest.mark.parametrize(("current", "new", "replaces", "by_person", "outcome", "code"), CASES)
def test_it_decides(
    current: FactValue | None,
    new: FactValue,
    replaces: str | None,
    by_person: bool,
    outcome: str,
    code: str | None,
) -> None:
    decision = decide_fact("EMD", current, new, replaces, by_person=by_person)
    assert decision.outcome == outcome
    assert (decision.problem.code if decision.problem else None) == code


IN_DISPUTE = [
    # current, new, replaces, by a person, outcome
    (CURRENT, CURRENT, None, False, "unchanged"),
    (CURRENT, SECOND_WITNESS, None, False, "sourced"),
    (CURRENT, OTHER_KIND, None, False, "superseded"),
    (CURRENT, SAME_SOURCE, None, False, "disputed"),
    (CURRENT, OTHER_SOURCE, None, False, "disputed"),
    (CURRENT, OTHER_SOURCE, CURRENT.value, False, "disputed"),
    (CURRENT, OTHER_SOURCE, OLD.value, False, "disputed"),
    (CURRENT, SAME_SOURCE, CURRENT.value, False, "disputed"),
    (CURRENT, CURRENT, None, True, "unchanged"),
    (CURRENT, SAME_SOURCE, None, True, "superseded"),
    (CURRENT, OTHER_SOURCE, None, True, "superseded"),
]


@pytest.mark.parametrize(("current", "new", "replaces", "by_person", "outcome"), IN_DISPUTE)
def test_while_a_rival_stands_only_a_person_puts_another_value_in_place(
    current: FactValue, new: FactValue, replaces: str | None, by_person: bool, outcome: str
) -> None:
    decision = decide_fact("EMD", current, new, replaces, by_person=by_person, in_dispute=True)
    assert decision.outcome == outcome
    assert (decision.problem is not None) == (outcome == "disputed")
    if decision.problem:
        assert decision.problem.code == "fact.disputed"
        assert "a person is asked which one holds, so wait for the answer." in decision.problem.says


def test_a_dispute_names_both_values_both_sources_and_the_way_out() -> None:
    problem = decide_fact("EMD", CURRENT, OTHER_SOURCE).problem
    assert problem
    assert problem.says == (
        "EMD: 'Rs 15,00,000' (source 'Corrigendum 2, page 1') stands, 'Rs 16,00,000' (source 'Corrigendum 3, "
        "page 1') differs; a person is asked which one holds, so wait for the answer; next time name the value that "
        "a newer one `replaces`."
    )
    assert problem.detail == {"fact": "EMD", "current": "Rs 15,00,000", "yours": "Rs 16,00,000"}


def test_replacing_what_is_not_current_is_told_with_what_is() -> None:
    problem = decide_fact("EMD", CURRENT, OTHER_SOURCE, OLD.value).problem
    assert problem
    assert problem.says == (
        "EMD: `replaces` names 'Rs 12,00,000', but 'Rs 15,00,000' is current; name that one if yours is newer."
    )
    problem = decide_fact("EMD", None, CURRENT, OLD.value).problem
    assert problem
    assert problem.says == ("EMD: `replaces` names 'Rs 12,00,000', but no value stands; send it without `replaces`.")


def test_no_sentence_repeats_a_secret() -> None:
    token = "npm_" + "aB3dE5gH7jK9mN1pQ4sT6vW8yZ0bC2eF5hJ7"
    for current, new, replaces in [
        (CURRENT, FactValue(token, "text", "page 1"), None),
        (CURRENT, FactValue("1", "text", token), None),
        (CURRENT, OTHER_SOURCE, token),
        (None, CURRENT, token),
    ]:
        decision = decide_fact("EMD", current, new, replaces)
        assert decision.problem
        assert token not in repr(decision)


WORDS = st.sampled_from(["a", "b", "c"])
VALUES = st.builds(FactValue, WORDS, st.sampled_from(["text", "decimal"]), WORDS)


@given(st.none() | VALUES, VALUES, st.none() | WORDS, st.booleans(), st.booleans())
def test_what_an_agent_may_not_settle_always_comes_with_a_reason(
    current: FactValue | None, new: FactValue, replaces: str | None, by_person: bool, in_dispute: bool
) -> None:
    decision = decide_fact("EMD", current, new, replaces, by_person=by_person, in_dispute=in_dispute)
    assert (decision.problem is None) == (decision.outcome not in {"disputed", "refused"})
    assert not (by_person and decision.problem)
    if in_dispute and current and not by_person:
        assert decision.outcome != "superseded" or new.value == current.value
    if decision.outcome in {"created", "superseded"}:
        assert decide_fact("EMD", new, new, replaces, by_person=by_person) == FactDecision("unchanged")
