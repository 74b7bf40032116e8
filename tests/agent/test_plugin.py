"""What connects Claude Code and Codex: the files say what the command understands and what the guide tells."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from handoff_agent.commands.hook import EVENTS
from handoff_agent.dispatch import COMMANDS
from handoff_agent.hooks.codex_file import HANDLERS, with_ours
from notes.rules.formats import nine_sections
from tests.agent.desks import Shell, shell_in
from tests.agent.sessions import SHAPES
from tests.site.test_serve import ROOT

PLUGIN = ROOT / "plugin"
SKILL = (PLUGIN / "skills" / "keep-handoff-note" / "SKILL.md").read_text()
DOCS = (ROOT / "docs" / "agents.md").read_text()
SECTION = DOCS.partition("## Claude Code and Codex")[2]
OTHERS = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "notify"}]}]}, "note": "mine"}


def read(path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / path).read_text())
    return found


@pytest.fixture
def bare(tmp_path: Path) -> Shell:
    return shell_in(tmp_path)


def handlers(hooks: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(event, each) for event, groups in hooks.items() for group in groups for each in group["hooks"]]


def of_plugin() -> list[tuple[str, list[str]]]:
    return [(event, each["args"]) for event, each in handlers(read("plugin/hooks/hooks.json")["hooks"])]


def of_codex() -> list[tuple[str, list[str]]]:
    return [(event, each["command"].split()[1:]) for event, each in handlers(with_ours({})["hooks"])]


@pytest.mark.parametrize(("event", "words"), [*of_plugin(), *of_codex()])
def test_every_handler_calls_what_the_command_understands(bare: Shell, event: str, words: list[str]) -> None:
    assert words[0] == "hook"
    assert SHAPES[words[1]]["hook_event_name"] == event
    assert bare(*words, stdin='{"session_id": "s"}').err == ""


def test_the_guide_tells_of_every_event_and_of_no_other() -> None:
    named = set(re.findall(r"`handoff hook ([a-z-]+)`", SECTION))
    assert named == set(EVENTS) == {words[1] for _, words in [*of_plugin(), *of_codex()]}
    told = dict(re.findall(r"^\| (\w+)[^|]*\| `handoff hook ([a-z-]+)`", SECTION, re.M))
    assert told == {event: words[0].split()[0] for event, words in HANDLERS.items()}


def test_the_plugin_uses_no_shell_and_gives_each_hook_its_time() -> None:
    for _, handler in handlers(read("plugin/hooks/hooks.json")["hooks"]):
        assert handler["command"] == "handoff"
        assert 0 < handler["timeout"] <= 10
    assert read("plugin/.mcp.json")["mcpServers"]["desk"]["command"] == "handoff"


def test_the_users_settings_of_the_plugin_are_those_that_the_command_reads() -> None:
    options = read("plugin/.claude-plugin/plugin.json")["userConfig"]
    assert set(options) == {"url", "project", "token"}
    assert [name for name, option in options.items() if option.get("sensitive")] == ["token"]
    given = read("plugin/.mcp.json")["mcpServers"]["desk"]["env"]
    assert given == {f"CLAUDE_PLUGIN_OPTION_{name.upper()}": f"${{user_config.{name}}}" for name in options}


def test_the_marketplace_names_the_plugin_and_its_folder() -> None:
    (entry,) = read(".claude-plugin/marketplace.json")["plugins"]
    manifest = read("plugin/.claude-plugin/plugin.json")
    assert (ROOT / entry["source"]) == PLUGIN
    assert entry["name"] == manifest["name"]
    version = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(), re.M)
    assert version
    assert manifest["version"] == version[1]
    assert f"{entry['name']}@{read('.claude-plugin/marketplace.json')['name']}" in SECTION


def test_the_skill_names_the_sections_in_order_and_only_commands_that_there_are() -> None:
    assert re.findall(r"`## (.*?)`", SKILL) == list(nine_sections.SECTIONS)
    assert set(re.findall(r"`handoff ([a-z-]+)", SKILL)) <= set(COMMANDS)
    assert SKILL.startswith("---\nname: keep-handoff-note\n")


def test_codex_setup_keeps_what_others_put_there_however_often_it_runs(bare: Shell) -> None:
    path = bare.folder / ".codex" / "hooks.json"
    path.parent.mkdir()
    path.write_text(json.dumps(OTHERS))
    ran = bare("codex-setup")
    assert ran.code == 0
    assert "codex mcp add handoff -- handoff mcp" in ran.out
    once = path.read_text()
    assert bare("codex-setup").code == 0
    assert path.read_text() == once == bare("codex-setup", "--print").out
    made = json.loads(once)
    assert made["note"] == "mine"
    assert set(made["hooks"]) == set(HANDLERS)
    assert [handler["command"] for _, handler in handlers({"Stop": made["hooks"]["Stop"]})] == [
        "notify",
        "handoff hook stop --dialect codex",
    ]


@pytest.mark.parametrize("text", ["{", "[]", '{"hooks": []}', '{"hooks": {"Stop": {}}}', '{"hooks": {"Stop": [{}]}}'])
def test_codex_setup_leaves_a_file_alone_that_it_does_not_understand(bare: Shell, text: str) -> None:
    path = bare.folder / ".codex" / "hooks.json"
    path.parent.mkdir()
    path.write_text(text)
    ran = bare("codex-setup")
    assert ran.code == 1
    assert "is no file of hooks" in ran.err
    assert path.read_text() == text
