"""What of a session goes on to the next: word for word, in summary, or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.resuming.sorting import Kind, exact_parts, sort_line

LINES: list[tuple[Kind, str, str, str]] = [
    ("instruction", "Do not list the Kakinada jetty job as past experience.", "pass", "a person's own words"),
    ("instruction", "ok", "pass", "a person's own words"),
    ("statement", "The EMD is Rs 15,00,000.", "pass", "it holds an amount"),
    ("statement", "Bids close on 28 Oct 2026.", "pass", "it holds a date or time"),
    ("statement", "See SHOP-112.", "pass", "it holds an id"),
    ("statement", "The commit is 7be21f4.", "pass", "it holds an id"),
    ("statement", "Look into `validate_email`.", "pass", "it holds an exact name"),
    ("statement", "test_login expected INVALID_EMAIL but got VALIDATION_ERROR", "pass", "an exact error"),
    ("tool_result", "ValueError: invalid literal for int()", "pass", "an exact error"),
    ("tool_result", "FAILED tests/test_cart.py::test_total - failed", "pass", "an exact error"),
    ("statement", "Chose SQLite because there is one user.", "summarise", "a decision with its reason"),
    ("statement", "Tried a Redis lock; it did not work.", "summarise", "an approach that failed"),
    ("statement", "Added the unique key and moved on.", "summarise", "the story so far"),
    ("tool_result", "drwxr-xr-x 2 root root 4096 Nov 12 10:30 tests", "drop", "raw output of a tool"),
    ("tool_call", "Read(file_path=shop/cart.py)", "drop", "a call that the record of the run keeps"),
    ("thinking", "Hmm, ValueError: perhaps the parser?", "drop", "thinking on the way"),
    ("statement", "Great question! Let me have a look.", "drop", "talk that no next step uses"),
    ("statement", "  ", "drop", "there is nothing in it"),
]


@pytest.mark.parametrize(("kind", "text", "pile", "why"), LINES)
def test_each_line_goes_to_its_pile(kind: Kind, text: str, pile: str, why: str) -> None:
    found = sort_line(kind, text)
    assert (found.pile, found.why) == (pile, why)


def test_exact_parts_come_along_also_with_what_is_summarised() -> None:
    found = sort_line("statement", "Kept `Decimal` because Rs 1,200.50 was off by one on 2026-11-12 (see #41).")
    assert found.pile == "summarise"
    assert found.exact == ("`Decimal`", "Rs 1,200.50", "2026-11-12", "#41")


EXACT = [
    ("₹500 and 15 lakh", ["₹500", "15 lakh"]),
    ("by 15:00 on Oct 28", ["15:00", "Oct 28"]),
    ("https://desk.example.org/d/12/ or ann@example.org", ["https://desk.example.org/d/12/", "ann@example.org"]),
    ("in shop/cart.py and cart.js", ["shop/cart.py", "cart.js"]),
    ("deadbeef is no commit, 0deadbeef1 is", ["0deadbeef1"]),
    ("one may hope", []),
]


@pytest.mark.parametrize(("text", "parts"), EXACT)
def test_what_may_not_be_reworded_is_found(text: str, parts: list[str]) -> None:
    assert [part for _, part in exact_parts(text)] == parts


KINDS = st.sampled_from(["instruction", "statement", "thinking", "tool_call", "tool_result"])


@given(kind=KINDS, text=st.text(max_size=300))
def test_every_line_has_a_pile_and_a_reason_and_its_exact_parts_stand_in_it(kind: Kind, text: str) -> None:
    found = sort_line(kind, text)
    assert found.pile in ("pass", "summarise", "drop")
    assert found.why
    assert all(part in text for part in found.exact)
