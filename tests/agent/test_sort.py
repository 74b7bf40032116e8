"""`handoff sort`: what of a session's record goes on, and how."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.agent.desks import Shell, shell_in


def entry(role: str, content: Any, **more: Any) -> str:
    return json.dumps({"type": role, "message": {"role": role, "content": content}, **more})


RECORD = "\n".join(
    [
        json.dumps({"type": "summary", "summary": "nothing said"}),
        entry("user", "Do not touch the database layer."),
        entry("user", "<system>reminder</system>", isMeta=True),
        entry("assistant", [{"type": "thinking", "thinking": "perhaps"}, {"type": "text", "text": "Right away!"}]),
        entry("assistant", [{"type": "tool_use", "name": "Bash", "input": {"command": "pytest"}}]),
        entry("user", [{"type": "tool_result", "content": [{"type": "text", "text": "ok\nValueError: no digits"}]}]),
        entry("assistant", [{"type": "text", "text": "Chose SQLite because `one user` is enough."}]),
        entry("assistant", [{"type": "text", "text": "Chose SQLite because `one user` is enough."}]),
        "{cut off",
        entry("assistant", None),
    ]
)


@pytest.fixture
def bare(tmp_path: Path) -> Shell:
    return shell_in(tmp_path)


def test_a_session_goes_on_in_two_piles_and_what_is_left_out_is_counted(bare: Shell) -> None:
    ran = bare("sort", "-", stdin=RECORD)
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "## Word for word",
        "- Do not touch the database layer.",
        "- ValueError: no digits",
        "",
        "## Summarise",
        "- Chose SQLite because `one user` is enough. (exactly: `one user`)",
    ]
    assert ran.err == "5 of 8 lines are left out; the record of the run keeps them.\n"


def test_every_line_can_be_had_with_its_reason(bare: Shell) -> None:
    found = json.loads(bare("sort", "-", "--json", stdin=RECORD).out)
    assert {line["text"]: line["why"] for line in found if line["pile"] == "drop"} == {
        "<system>reminder</system>": "talk that no next step uses",
        "perhaps": "thinking on the way",
        "Right away!": "talk that no next step uses",
        '{"command": "pytest"}': "a call that the record of the run keeps",
        "ok": "raw output of a tool",
    }


def test_a_plain_text_is_sorted_line_by_line(bare: Shell) -> None:
    (bare.folder / "notes.txt").write_text("The EMD is Rs 15,00,000.\nHello!\n")
    assert "- The EMD is Rs 15,00,000." in bare("sort", "notes.txt").out
    assert bare("sort", "nowhere.txt").code == 2
