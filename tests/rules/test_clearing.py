"""What is added to a note that was cleared: its own lines go, and nothing else."""

import json

import pytest

from notes.rules import formats
from notes.rules.facts.decisions import FactValue
from notes.rules.resuming.died import Session, Standing, note_of
from notes.rules.writing.clearing import CLEARED, NOTHING_LEFT, before_more, cleared
from tests.rules.records import said, steps
from tests.rules.test_died import document

FACTS = {"EMD": FactValue("Rs 5", "text", "Tender")}


@pytest.mark.parametrize("format", formats.FORMATS)
def test_a_cleared_note_counts_as_none(format: str) -> None:
    assert before_more(document(format, cleared(format, "Drain", FACTS)), "Drain", FACTS, frozenset()) is None


def test_beside_other_lines_only_what_clearing_wrote_goes_and_what_is_locked_stays() -> None:
    text = cleared("nine_sections", "Drain", {}).replace("## Next\n", "## Next\n- Not before Monday.\n")
    kept = before_more(document("nine_sections", text), "Drain", {}, frozenset())
    assert kept
    assert formats.render(kept) == text.replace(f"- {CLEARED}\n", "").replace(f"- {NOTHING_LEFT}\n", "")
    locked = before_more(document("nine_sections", text), "Drain", {}, frozenset({f"- {CLEARED}"}))
    assert locked
    assert CLEARED in formats.render(locked)


def test_in_a_list_of_fields_too() -> None:
    fields = json.loads(cleared("six_fields", "Drain", {}))
    fields["done"].append("looked at the map")
    kept = before_more(document("six_fields", json.dumps(fields)), "Drain", {}, frozenset())
    assert kept
    assert json.loads(formats.render(kept))["done"] == ["looked at the map"]


def test_the_next_run_that_dies_begins_a_note_of_its_own() -> None:
    stood = before_more(document("nine_sections", cleared("nine_sections", "Drain", {})), "Drain", {}, frozenset())
    text = note_of(Session(steps(said("Ask for the levels.")), "now"), Standing("nine_sections", "Drain", stood))
    assert "## Goal\n- Ask for the levels.\n" in text
    assert CLEARED not in text
