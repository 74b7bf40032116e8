import json

import pytest

from notes.rules import formats
from notes.rules.formats import nine_sections, six_fields, twelve_fields
from notes.rules.handoffs.next_actions import next_action


def nine(next: str) -> str:
    return "\n\n".join(f"## {name}\n{next if name == 'Next' else '- x'}" for name in nine_sections.SECTIONS)


def twelve(step: str | list[str]) -> str:
    return json.dumps(dict.fromkeys(twelve_fields.FIELDS, "x") | {"exact_next_step": step})


SIX = {"goal": "bid", "done": [], "must_carry": {}, "open_questions": [], "next_action": "ask\nthen go", "sources": {}}
CASES = [
    ("six_fields", json.dumps(SIX), "ask\nthen go"),
    ("twelve_fields", twelve("run make"), "run make"),
    ("twelve_fields", twelve(["run make", "then push"]), "run make\nthen push"),
    ("nine_sections", nine("- run the tests\n- push"), "run the tests"),
    ("nine_sections", nine("1. [ ] run `make`\n2. push"), "run `make`"),
    ("nine_sections", nine("- [x] run the tests\n- [ ] push"), "push"),
    ("nine_sections", nine("- [X] run the tests"), ""),
    ("nine_sections", nine("Run it,\nthen stop.\n\nLater: push."), "Run it,\nthen stop."),
    ("nine_sections", nine("- run\n  - with care\n- push"), "run\n- with care"),
    ("nine_sections", nine(""), ""),
    ("free", "## State\n- a\n\n## NEXT STEPS:\n* run\n", "run"),
    ("free", "## next action\nrun\n", "run"),
    ("free", "## Next\n\n## Next step\n- run\n", "run"),
    ("free", "Next\n\n- run\n", ""),
    ("free", "## What is next\n- run\n", ""),
    ("free", "```\n## Next\n- run\n```\n", ""),
]


@pytest.mark.parametrize(("format", "text", "expected"), CASES)
def test_a_note_says_what_is_next(format: str, text: str, expected: str) -> None:
    document = formats.read(format, text).document
    assert document is not None
    assert next_action(document) == expected


def test_the_names_it_looks_for_are_names_of_the_formats() -> None:
    assert "next_action" in six_fields.TYPES
    assert "exact_next_step" in twelve_fields.FIELDS
    assert "Next" in nine_sections.SECTIONS
