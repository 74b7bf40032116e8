"""What is read out of the records of both programs, and that nothing in a file can stop it."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handoff_agent.transcripts import roots_in, said_in, steps_in
from notes.rules.resuming.steps import deeds
from tests.agent.records import claude, claude_ran, codex, codex_ran, codex_said, text_of

AT = datetime(2026, 11, 30, 8, 43, 33, 256000, UTC).timestamp()
EXITED = "Chunk ID: 3db78a\nWall time: 0.1 seconds\nProcess exited with code {code}\nOutput:\n{output}"


def test_a_session_of_claude_is_read_step_by_step() -> None:
    text = text_of(
        {"type": "queue-operation", "content": "Fix it"},
        claude("user", "Fix it", cwd="/src/shop"),
        claude("assistant", [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Right away."}]),
        claude_ran("Bash", {"command": "pytest"}, [{"type": "text", "text": "1 failed"}], failed=True),
    )
    assert [(step.kind, step.text, step.at) for step in steps_in(text)] == [
        ("instruction", "Fix it", AT),
        ("thinking", "hm", AT),
        ("statement", "Right away.", AT),
        ("tool_call", "", AT),
        ("tool_result", "1 failed", AT),
    ]
    (deed,) = deeds(steps_in(text))
    assert (deed.tool, deed.given, deed.failed) == ("Bash", {"command": "pytest"}, True)
    assert roots_in(text) == ["/src/shop"]


@pytest.mark.parametrize(("text", "more"), [
    ("Stop hook feedback: the note is due", {"isMeta": True}),
    ("This session goes on from an earlier one", {"isCompactSummary": True}),
    ("<command-name>/compact</command-name>", {}),
    ("<local-command-stdout>Compacted</local-command-stdout>", {}),
    ("[Request interrupted by user]", {}),
])  # fmt: skip
def test_what_a_program_put_into_a_persons_mouth_is_no_instruction(text: str, more: dict[str, bool]) -> None:
    assert [step.kind for step in steps_in(text_of(claude("user", text, **more)))] == ["statement"]


def test_what_a_subagent_did_is_not_what_the_session_did() -> None:
    own = claude_ran("Bash", {"command": "ls"}, isSidechain=True)
    streamed = claude_ran("Bash", {"command": "ls"}, parent_tool_use_id="toolu_1")
    assert steps_in(text_of(own, streamed)) == []


def test_a_session_of_codex_is_read_step_by_step() -> None:
    text = text_of(
        {"type": "session_meta", "payload": {"cwd": "/src/shop", "base_instructions": {"text": "You are"}}},
        codex_said("developer", "<skills_instructions>"),
        codex_said("user", "<environment_context>\n  <cwd>/src/shop</cwd>"),
        codex_said("user", "# AGENTS.md instructions for /src/shop"),
        codex_said("user", "Fix it"),
        codex_ran("pytest", EXITED.format(code=1, output="1 failed\n")),
        codex_ran("ruff check", EXITED.format(code=0, output="fine\n")),
        codex("custom_tool_call", name="apply_patch", input="*** Begin Patch", call_id="c1"),
        codex_said("assistant", "Done."),
        {"type": "event_msg", "payload": {"type": "item_completed", "item": {"type": "AgentMessage"}}},
    )
    steps = steps_in(text)
    assert [step.text for step in steps if step.kind == "instruction"] == ["Fix it"]
    assert [step.text for step in steps if step.kind == "statement" and step.text] == ["Done."]
    assert [(deed.tool, deed.given, deed.failed, deed.output) for deed in deeds(steps)] == [
        ("exec_command", {"cmd": "pytest"}, True, "1 failed\n"),
        ("exec_command", {"cmd": "ruff check"}, False, "fine\n"),
        ("apply_patch", {"input": "*** Begin Patch"}, None, ""),
    ]
    assert roots_in(text) == ["/src/shop"]


OUTPUTS = [
    ('{"output": "no", "metadata": {"exit_code": 2}}', True, "no"),
    ('{"output": "yes", "metadata": {"exit_code": 0}}', False, "yes"),
    ("Exit code: 1\nWall time: 1 seconds\nOutput:\nno", True, "no"),
    ("unsupported call: update_plan", True, "unsupported call: update_plan"),
    ("{cut off", False, "{cut off"),
    ("Plan updated", False, "Plan updated"),
]


@pytest.mark.parametrize(("output", "failed", "text"), OUTPUTS)
def test_whether_a_call_of_codex_failed_stands_in_its_output(output: str, failed: bool, text: str) -> None:
    (deed,) = deeds(steps_in(text_of(codex_ran("x", output))))
    assert (deed.failed, deed.output) == (failed, text)


def test_lines_are_said_one_by_one_and_of_codex_too() -> None:
    text = text_of(codex_said("user", "Fix it.\n\nToday."), codex_ran("ls", "a"))
    assert list(said_in(text)) == [
        ("instruction", "Fix it."),
        ("instruction", "Today."),
        ("tool_call", '{"cmd": "ls"}'),
        ("tool_result", "a"),
    ]


KEYS = ["type", "message", "content", "role", "payload", "name", "input", "arguments", "output", "timestamp", "cwd"]
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)
TYPES = st.sampled_from(["text", "tool_use", "tool_result", "message", "function_call", "function_call_output"])


@given(
    lines=st.lists(
        st.fixed_dictionaries(
            {"type": st.sampled_from(["user", "assistant", "response_item"])},
            optional={
                "message": st.fixed_dictionaries({"content": st.lists(st.fixed_dictionaries(
                    {"type": TYPES}, optional={"text": _json, "input": _json, "content": _json, "name": _json}
                )) | _json}) | _json,
                "payload": st.fixed_dictionaries(
                    {"type": TYPES}, optional={"content": _json, "output": _json, "arguments": _json, "role": _json}
                ) | _json,
                "timestamp": _json,
            },
        ),
        max_size=4,
    )
)  # fmt: skip
def test_no_record_is_too_odd_to_be_read(lines: list[dict[str, object]]) -> None:
    text = text_of(lines) + '{"half": \n[1]\n3\n\x00\n'
    assert all(isinstance(step.text, str) for step in steps_in(text))
    assert all(isinstance(line, str) for _, line in said_in(text))
    assert all(isinstance(root, str) for root in roots_in(text))


def test_what_is_no_record_has_no_steps() -> None:
    assert steps_in("hello\n" + json.dumps({"type": "summary"})) == []
