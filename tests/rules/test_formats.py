"""Every worked example of one write, and what the formats promise for all texts."""

import json
from pathlib import Path
from typing import Any

import pytest

from notes.queries.tokens import count_tokens
from notes.rules import formats
from notes.rules.formats.limits import NINE_SECTIONS_TOKENS

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "cases" / "formats.json").read_text()
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_it_reads_as_the_case_says(case: dict[str, Any]) -> None:
    text = case["text"] if "text" in case else json.dumps(case["fields"])
    reading = formats.read(case["format"], text)
    problems = list(reading.problems)
    if reading.document and case["format"] == "nine_sections":
        problems += formats.check_tokens(count_tokens(formats.render(reading.document)), NINE_SECTIONS_TOKENS)
    assert sorted({problem.code for problem in problems}) == case.get("refused", [])
    if "sections" in case:
        assert reading.document
        assert reading.document.names == case["sections"]
    if "warnings" in case:
        assert len(reading.warnings) == case["warnings"]
