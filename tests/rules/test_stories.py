"""Every worked example of several writes to one note."""

import json
from pathlib import Path
from typing import Any

import pytest

from notes.rules.writing.verdicts import Accepted, Refused
from tests.rules.desk import Desk

STORIES: list[dict[str, Any]] = json.loads((Path(__file__).parent.parent / "cases" / "stories.json").read_text())


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story["name"])
def test_it_ends_as_the_story_says(story: dict[str, Any]) -> None:
    desk = Desk(story["format"])
    for step in story["steps"]:
        verdict = desk.write(step["by"], step["text"], step.get("base"))
        if isinstance(verdict, Refused):
            assert sorted({problem.code for problem in verdict.problems}) == step.get("refused"), verdict
        else:
            assert isinstance(verdict, Accepted)
            assert "refused" not in step, verdict
            assert verdict.merged == step.get("merged", False)
    if "lines" in story:
        assert desk.lines() == story["lines"]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story["name"])
def test_what_it_repairs_passes(story: dict[str, Any]) -> None:
    desk = Desk(story["format"])
    for step in story["steps"]:
        verdict = desk.write(step["by"], step["text"], step.get("base"))
        if isinstance(verdict, Refused) and verdict.repaired is not None:
            assert isinstance(desk.write(step["by"], verdict.repaired), Accepted)
