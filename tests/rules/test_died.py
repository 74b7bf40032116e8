"""The note of a session that died, put together by code: what goes where, and that it is always a note."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules import formats
from notes.rules.documents import Document
from notes.rules.facts.decisions import FactValue
from notes.rules.formats.token_estimate import estimate_tokens
from notes.rules.handoffs.next_actions import next_action
from notes.rules.hygiene.characters import check_characters
from notes.rules.hygiene.elision import check_elision
from notes.rules.hygiene.secrets import check_secrets
from notes.rules.resuming.died import RESERVE, WRITTEN, Session, Standing, note_of
from notes.rules.resuming.steps import Step
from tests.rules.records import KEY, SECRET, done, ran, records, said, steps
from tests.rules.texts import notes as free_notes

ENDED = "on 30 Nov 2026, 08:43 UTC"
TODOS = {
    "todos": [
        {"content": "Parse amounts", "status": "completed"},
        {"content": "Test them", "status": "pending"},
        {"content": "Round them", "status": "in_progress"},
    ]
}
DAY = steps(
    said("Fix the parser of amounts.\nNever touch the migration."),
    done("TodoWrite", TODOS),
    done("Edit", {"file_path": "/src/shop/cart.py"}),
    done("Write", {"file_path": "/home/me/.notes"}),
    ran("pytest -q tests/old.py", "1 failed", failed=True),
    ran("pytest -q tests/old.py", "1 passed"),
    ran("make deploy", "first\nValueError: no digits\n", failed=True),
    ran("git push", failed=None),
    said("Keep the rounding half up, please."),
    said("ok"),
    said("Which deposit holds?", "statement"),
)
NINE = """\
## Goal
- Fix the parser of amounts.
- Never touch the migration.
- Then: Keep the rounding half up, please.

## Done
- Parse amounts

## Next
- Round them
- Test them

## Decisions and why
- Written without a model, from the record of a session that ended on 30 Nov 2026, 08:43 UTC.

## Dead ends
- `make deploy` failed:

      first
      ValueError: no digits

## Files touched
- `cart.py`

## How to verify
- `pytest -q tests/old.py`

## Checklist status
- [x] Parse amounts
- [ ] Test them
- [ ] Round them

## Open questions
- Which deposit holds?
"""
STOOD = """\
## Goal
ship it

## Done

## Next
- only the API tests
- look around

## Decisions and why
- Written without a model, from the record of a session that ended on 1 Nov 2026.
- Decimal, since floats lose paise

## Dead ends

## Files touched

## How to verify
- `make fast`

## Checklist status
- [ ] Parse amounts
- [ ] Something else

## Open questions
"""


def note(steps: tuple[Step, ...], standing: Standing, refused: frozenset[str] = frozenset()) -> str:
    text = note_of(Session(steps, ENDED, ["/src/shop"]), standing, refused)
    assert not formats.read(standing.format, text).problems
    return text


def document(format: str, text: str) -> Document:
    found = formats.parse(format, text).document
    assert found
    return found


def sections(text: str, format: str = "nine_sections") -> dict[str, list[str]]:
    return {section.name: list(section.lines) for section in document(format, text).sections}


def test_what_was_recorded_goes_into_its_sections() -> None:
    assert note(DAY, Standing("nine_sections", "Deposit")) == NINE


def test_a_note_that_stands_loses_nothing_but_what_is_said_anew() -> None:
    locked = frozenset({"- only the API tests"})
    standing = Standing("nine_sections", "Deposit", document("nine_sections", STOOD), locked)
    found = sections(note(DAY, standing))
    assert found["Goal"][0] == "ship it"
    assert found["Goal"][2:] == [
        "- Then: Fix the parser of amounts.",
        "- Then: Never touch the migration.",
        "- Then: Keep the rounding half up, please.",
    ]
    assert found["Next"] == ["- only the API tests", "- Round them", "- Test them", "- look around"]
    assert found["Decisions and why"] == ["- Decimal, since floats lose paise", f"{WRITTEN} that ended {ENDED}."]
    assert found["How to verify"] == ["- `make fast`", "- `pytest -q tests/old.py`"]
    assert found["Checklist status"] == [
        "- [ ] Something else", "- [x] Parse amounts", "- [ ] Test them", "- [ ] Round them",
    ]  # fmt: skip


def test_a_locked_line_stays_also_where_the_session_says_it_anew() -> None:
    locked = frozenset({"- [ ] Parse amounts"})
    standing = Standing("nine_sections", "Deposit", document("nine_sections", STOOD), locked)
    assert "- [ ] Parse amounts" in sections(note(DAY, standing))["Checklist status"]


def test_the_same_session_again_changes_nothing() -> None:
    once = note(DAY, Standing("nine_sections", "Deposit", document("nine_sections", STOOD)))
    assert note(DAY, Standing("nine_sections", "Deposit", document("nine_sections", once))) == once


@pytest.mark.parametrize("format", formats.FORMATS)
def test_the_same_session_again_adds_nothing_to_the_note_that_it_began(format: str) -> None:
    once = note(DAY, Standing(format, "Deposit"))
    assert note(DAY, Standing(format, "Deposit", document(format, once))) == once
    on_a_note = note(DAY, Standing("free", "Deposit", document("free", "# Mine\n\nas I like it\n")))
    assert note(DAY, Standing("free", "Deposit", document("free", on_a_note))) == on_a_note


@pytest.mark.parametrize("format", formats.FORMATS)
def test_of_a_session_that_went_on_only_what_is_new_is_added(format: str) -> None:
    once = note(DAY, Standing(format, "Deposit"))
    later = steps(*DAY, said("Now write the letter to the bank."))
    text = note(later, Standing(format, "Deposit", document(format, once)))
    assert text.count("Then: Now write the letter to the bank.") == 1
    for line in ("Fix the parser of amounts.", "Keep the rounding half up", "ValueError: no digits"):
        assert text.count(line) == once.count(line), line


def test_lines_of_a_person_that_find_no_place_are_counted() -> None:
    told = steps(*(said(f"Look at part {number} of it.\nThen\nsay\nso.") for number in range(9)))
    found = sections(note(told, Standing("nine_sections", "Deposit")))
    # The first one whole, of the last five three lines each.
    assert "in the record alone: 17." in found["Decisions and why"][0]


FACTS = {"EMD": FactValue("Rs 15,00,000", "text", "Corrigendum 2")}


def test_six_fields_carry_the_facts_and_one_next_action() -> None:
    first = note(DAY, Standing("six_fields", "Deposit", facts=FACTS))
    fields = json.loads(first)
    assert fields["next_action"] == "Round them"
    assert (fields["must_carry"], fields["sources"]) == ({"EMD": "Rs 15,00,000"}, {"EMD": "Corrigendum 2"})
    assert fields["done"] == [f"{WRITTEN.removeprefix('- ')} that ended {ENDED}.", "Parse amounts"]
    assert fields["goal"].startswith("Fix the parser of amounts.\nNever touch")
    stood = document("six_fields", json.dumps(fields | {"goal": "ship it", "next_action": "wait for Asha"}))
    locked = frozenset({"wait for Asha"})
    kept = json.loads(note(DAY, Standing("six_fields", "Deposit", stood, locked, FACTS)))
    assert kept["next_action"] == "wait for Asha"
    assert kept["goal"].split("\n")[0::3] == ["ship it", "Then: Keep the rounding half up, please."]
    assert kept["done"] == ["Parse amounts", fields["done"][0]]
    moved = json.loads(note(DAY, Standing("six_fields", "Deposit", stood, frozenset(), FACTS)))
    assert moved["next_action"] == "Round them"


def test_twelve_fields_hold_errors_as_they_were() -> None:
    fields = json.loads(note(DAY, Standing("twelve_fields", "Deposit")))
    assert fields["errors_and_failed_attempts"] == ["`make deploy` failed:\n\n    first\n    ValueError: no digits"]
    assert fields["exact_next_step"] == "Round them"
    stood = document("twelve_fields", json.dumps(fields | {"original_goal": "ship it", "decisions_made": "Decimal"}))
    kept = json.loads(note(DAY, Standing("twelve_fields", "Deposit", stood)))
    assert (kept["original_goal"], kept["decisions_made"][0]) == ("ship it", "Decimal")
    assert kept["user_constraints"][-1] == "Then: Keep the rounding half up, please."


def test_free_notes_get_a_section_at_their_end() -> None:
    standing = Standing("free", "Deposit", document("free", "# Mine\n\nas I like it\n\n## Next\nwait\n"))
    text = note(DAY, standing)
    assert text.startswith("# Mine\n\nas I like it\n\n## Next\nwait\n\n## From a session that ended on 30 Nov")
    assert "### Dead ends\n- `make deploy` failed:" in text
    assert next_action(document("free", text)) == "wait"


def test_a_session_that_left_no_trace_still_gives_a_note() -> None:
    found = sections(note((), Standing("nine_sections", "Deposit")))
    assert found["Goal"] == ["- Deposit"]
    assert found["Next"][0].startswith("- Look at what the session left")
    standing = Standing("nine_sections", "Deposit", document("nine_sections", STOOD))
    assert note((), standing) == STOOD


def test_what_looks_like_a_secret_is_left_out_and_counted_and_so_is_all_of_a_key() -> None:
    told = steps(
        said(f"Use {SECRET} for it.\nThen ship."),
        ran(f"curl -H {SECRET} https://example.org", f"{KEY}denied", failed=True),
    )
    text = note(told, Standing("nine_sections", "Deposit"))
    assert SECRET not in text
    assert "MIIEpAIBAAKCAQEA" not in text
    assert sections(text)["Goal"] == ["- Then ship."]
    assert "Not copied, since they look like secrets or hide something: " in text


def test_a_secret_that_would_be_cut_off_is_not_half_there() -> None:
    text = note(steps(said("x" * 290 + " " + SECRET)), Standing("nine_sections", "Deposit"))
    assert "ghp_" not in text


def test_what_the_desk_refused_is_not_copied_again() -> None:
    text = note(DAY, Standing("nine_sections", "Deposit"), frozenset({"- Parse amounts", "ValueError: no digits"}))
    assert sections(text)["Done"] == []
    assert "ValueError" not in text
    assert "first" in text


def test_what_does_not_fit_is_dropped_by_worth_and_said() -> None:
    errors = [ran(f"make step{number}", "Error: it failed again\n" * 12, failed=True) for number in range(9)]
    text = note(steps(DAY[0], *errors, done("TodoWrite", TODOS)), Standing("nine_sections", "Deposit", limit=500))
    assert estimate_tokens(text) <= 500
    assert sections(text)["Next"] == ["- Round them", "- Test them"]
    assert "Found but left out, since the note may not be longer: " in text
    assert "`make step8`" in text
    assert "`make step4`" not in text


def test_a_note_that_fills_its_limit_stays_as_it_is() -> None:
    stood = document("nine_sections", STOOD)
    assert note(DAY, Standing("nine_sections", "Deposit", stood, limit=estimate_tokens(STOOD) + RESERVE)) == STOOD


COPIES = [
    ("```py", "- ```` ```py ````"),
    ("<!-- open", "- `<!-- open`"),
    ("[a]: /b", "- `[a]: /b`"),
    ("## Goal", "- ## Goal"),
    ("  plain `code`  ", "- plain `code`"),
    ("\x1b[31mred\x1b[0m", "- red"),
    ("half\rwhole\r", "- whole"),
]


@pytest.mark.parametrize(("line", "copy"), COPIES)
def test_a_line_is_copied_as_text_whatever_it_looks_like(line: str, copy: str) -> None:
    assert sections(note(steps(said(line)), Standing("nine_sections", "Deposit")))["Goal"] == [copy]


@pytest.mark.parametrize("line", ["[rest unchanged]", "a \u202e b", "tag \U000e0041", "bell \x07", SECRET])
def test_a_line_that_the_desk_would_refuse_is_not_copied(line: str) -> None:
    found = sections(note(steps(said(line)), Standing("nine_sections", "Deposit")))
    assert found["Goal"] == ["- Deposit"]
    assert found["Decisions and why"][0].endswith("hide something: 1.")


@given(records=records, format=st.sampled_from(formats.FORMATS))
def test_whatever_was_recorded_the_first_note_is_one_that_the_desk_takes(
    records: tuple[Step, ...], format: str
) -> None:
    text = note(records, Standing(format, "Deposit"))
    lines = [("", 1, line) for line in every_line(document(format, text))]
    assert not [*check_secrets(lines), *check_characters(lines), *check_elision(lines)]
    assert formats.render(document(format, text)) == text


@given(records=records, stood=free_notes, data=st.data())
def test_whatever_was_recorded_no_line_of_the_note_is_lost(
    records: tuple[Step, ...], stood: str, data: st.DataObject
) -> None:
    as_nine = NINE.replace("- Parse amounts\n\n", "\n".join(f"- {line}" for line in stood.split("\n")) + "\n\n")
    before = data.draw(st.sampled_from([("free", stood), ("nine_sections", as_nine)]))
    kept = document(*before)
    locked = frozenset(every_line(kept))
    after = iter(every_line(document(before[0], note(records, Standing(before[0], "Deposit", kept, locked)))))
    assert all(line in after for line in every_line(kept))


def every_line(document: Document) -> list[str]:
    return [line for section in document.sections for line in section.lines]
