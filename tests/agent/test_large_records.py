"""Records that are too large to be read whole: what people said and what was changed is found in their midst too."""

from pathlib import Path

import pytest

from handoff_agent.ended import Ended
from handoff_agent.summarising import records
from handoff_agent.transcripts.claude import reads
from notes.rules.resuming.steps import deeds
from tests.agent.records import claude, claude_ran, codex, codex_said, text_of

NOISE = [claude("assistant", [{"type": "text", "text": f"I looked at SHOP-{number}."}]) for number in range(200)]
MIDST = [
    claude("user", "Never touch the migration."),
    *claude_ran("Edit", {"file_path": "/src/cart.py"}),
    codex_said("user", "Round it half up."),
    codex("custom_tool_call", name="apply_patch", input="*** Begin Patch\n*** Add File: b.py\n", call_id="c"),
]


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(records, "MOST_BYTES", 8_000)
    path = tmp_path / "session.jsonl"
    path.write_text(text_of(claude("user", "Fix it."), *NOISE, *MIDST, *NOISE, claude("user", "Go on.")))
    return path


def test_requests_and_edits_of_the_midst_are_kept_and_the_rest_is_told(record: Path) -> None:
    session = records.session_in(record, record.parent, 0.0)
    said = [step.text for step in session.steps if step.kind == "instruction" and step.text]
    assert said == ["Fix it.", "Never touch the migration.", "Round it half up.", "Go on."]
    assert [deed.tool for deed in deeds(session.steps)] == ["Edit", "apply_patch"]
    assert session.skipped.startswith("Of 0 MB in the midst")
    assert sum(step.kind == "statement" for step in session.steps) < len(NOISE)


def test_what_is_too_long_is_counted(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "LONGEST_LINE", 1_000)
    huge = claude_ran("Write", {"file_path": "/src/big.py", "content": "x" * 5_500})
    record.write_text(text_of(claude("user", "Fix it."), *NOISE, *huge, *MIDST, *NOISE, claude("user", "Go on.")))
    session = records.session_in(record, record.parent, 0.0)
    assert "and 1 lines were too long for that" in session.skipped
    assert [deed.tool for deed in deeds(session.steps)] == ["Edit", "apply_patch"]


def test_a_small_record_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(text_of(claude("user", "Fix it.")))
    assert records.session_in(path, tmp_path, 0.0).skipped == ""
    assert reads(claude("user", "Fix it."))


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(Ended) as ended:
        records.session_in(tmp_path, tmp_path, 0.0)
    assert "is no regular file" in ended.value.says[0]
