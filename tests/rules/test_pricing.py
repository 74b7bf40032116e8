"""What the first turn of a round costs both ways, and which way is taken."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.queries.prices import price_table
from notes.rules.rounds.pricing import Choice, Fresh, Price, Session, estimate, plain_name

OPUS = Price(Decimal(5), Decimal("0.50"), Decimal("6.25"))
PLAIN = Price(Decimal("1.25"), Decimal("0.125"))
START = Fresh(note=3_000, diff=500, checklist=200, prompt=1_300)

# Price, session, fresh start: choice, resumed, fresh, saved.
ESTIMATES = [
    (OPUS, Session(100_000, "cold"), START, "fresh", "0.500000", "0.031250", "0.468750"),
    (OPUS, Session(100_000, "warm"), START, "fresh", "0.050000", "0.031250", "0.018750"),
    (OPUS, Session(40_000, "warm"), START, "resume", "0.020000", "0.031250", "0.011250"),
    (OPUS, Session(62_500, "warm"), START, "resume", "0.031250", "0.031250", "0.000000"),
    (PLAIN, Session(10_000, "cold"), START, "fresh", "0.012500", "0.006250", "0.006250"),
    (OPUS, None, START, "fresh", None, "0.031250", None),
    (OPUS, Session(100_000, "cold"), Fresh(note=0, prompt=1_300), "resume", "0.500000", "0.008125", None),
    (OPUS, None, Fresh(note=0, prompt=1_300), "fresh", None, "0.008125", None),
    (None, Session(100_000, "cold"), START, "resume", None, None, None),
    (None, None, START, "fresh", None, None, None),
]


@pytest.mark.parametrize(("price", "session", "fresh", "choice", "resumed", "started", "saved"), ESTIMATES)
def test_the_cheaper_way_wins_and_both_are_told(
    price: Price | None,
    session: Session | None,
    fresh: Fresh,
    choice: str,
    resumed: str | None,
    started: str | None,
    saved: str | None,
) -> None:
    found = estimate("some-model", price, session, fresh)
    said = (found.choice, found.resume_cost, found.fresh_cost, found.saved)
    assert said == (choice, *(amount and Decimal(amount) for amount in (resumed, started, saved)))
    assert found.why.endswith(".")


COLD, WARM = Session(100_000, "cold"), Session(40_000, "warm")
NO_NOTE = Fresh(note=0)
# Price, session, fresh start, what was done: saved, why.
CHOSEN: list[tuple[Price | None, Session | None, Fresh, Choice, str | None, str]] = [
    (
        OPUS,
        COLD,
        START,
        "fresh",
        "0.468750",
        "A new session was started from the note, which cost no more than the other",
    ),
    (OPUS, COLD, START, "resume", None, "The session was resumed; the other way would have been cheaper."),
    (OPUS, WARM, START, "resume", "0.011250", "The session was resumed, which cost no more than the other way."),
    (
        OPUS,
        WARM,
        START,
        "fresh",
        None,
        "A new session was started from the note; the other way would have been cheaper.",
    ),
    (OPUS, None, START, "resume", None, "The session was resumed; there is no estimate of both ways."),
    (None, COLD, NO_NOTE, "fresh", None, "A new session was started without a note; there is no estimate"),
]


@pytest.mark.parametrize(("price", "session", "fresh", "chosen", "saved", "why"), CHOSEN)
def test_what_was_chosen_already_is_priced_and_claims_no_saving_for_the_dearer_way(
    price: Price | None, session: Session | None, fresh: Fresh, chosen: Choice, saved: str | None, why: str
) -> None:
    found = estimate("some-model", price, session, fresh, chosen)
    assert (found.choice, found.saved) == (chosen, saved and Decimal(saved))
    assert found.why.startswith(why)


def test_a_model_without_a_price_is_named() -> None:
    assert "no price for the model 'some-model'" in estimate("some-model", None, Session(1, "cold"), START).why


NAMES = [
    ("claude-opus-4-5", "claude-opus-4-5"),
    ("claude-sonnet-4-5-20250929", "claude-sonnet-4-5"),
    ("anthropic/claude-opus-4-5[1m]", "claude-opus-4-5"),
    ("openrouter/openai/GPT-5", "gpt-5"),
    ("claude-haiku-4-5@20251001", "claude-haiku-4-5"),
    ("claude-opus-5-latest", "claude-opus-5"),
    (" gpt-5-mini ", "gpt-5-mini"),
]


@pytest.mark.parametrize(("model", "name"), NAMES)
def test_a_model_is_known_however_programs_write_its_name(model: str, name: str) -> None:
    assert plain_name(model) == name
    assert price_table().of(model) is not None


def test_what_is_not_in_the_table_has_no_price() -> None:
    assert price_table().of("claude-opus") is None
    assert price_table().of("") is None


TOKENS = st.integers(0, 2_000_000)


@given(history=TOKENS, note=TOKENS, prompt=TOKENS, cache=st.sampled_from(["warm", "cold"]))
def test_nothing_dearer_is_ever_chosen_where_both_ways_are_open(
    history: int, note: int, prompt: int, cache: str
) -> None:
    for price in (OPUS, PLAIN):
        found = estimate("m", price, Session(history, cache), Fresh(note + 1, prompt=prompt))  # type: ignore[arg-type]
        assert found.resume_cost is not None
        assert found.fresh_cost is not None
        chosen, other = found.resume_cost, found.fresh_cost
        if found.choice == "fresh":
            chosen, other = other, chosen
        assert chosen <= other


def test_every_price_of_the_table_makes_sense() -> None:
    for model, price in price_table().prices.items():
        assert plain_name(model) == model
        assert 0 < price.cache_read < price.input
        assert price.cache_write is None or price.input <= price.cache_write <= 2 * price.input
