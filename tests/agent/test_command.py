"""The command as such: what it loads, how it refuses wrong use, and that the docs tell the truth."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from handoff_agent.commands import cards
from handoff_agent.dispatch import COMMANDS, overview
from handoff_agent.sections import SECTIONS
from handoff_agent.spool import Write, spool_of
from handoff_agent.words import one_line
from notes.rules.facts.kinds import KINDS
from notes.rules.formats import FORMATS, nine_sections, read, six_fields, twelve_fields
from tests.agent.desks import Shell, shell_in
from tests.site.test_serve import ROOT

DOCS = (ROOT / "docs" / "agents.md").read_text()
# What other programs start: not for people who type.
# It has a page of its own.
ELSEWHERE = {"mcp"}


@pytest.fixture
def bare(tmp_path: Path) -> Shell:
    return shell_in(tmp_path)


@pytest.mark.parametrize("module", sorted({command.module for command in COMMANDS.values()}))
def test_no_command_loads_django_or_any_other_part_of_the_server(module: str) -> None:
    source = f"import sys, json, handoff_agent.commands.{module}; print(json.dumps(list(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", source], cwd=ROOT, capture_output=True, check=True, text=True)
    loaded = set(json.loads(ran.stdout))
    ours = {name for name in loaded if name.startswith("notes.")}
    server = {"django", "ninja", "handoff_site"} | ({"mcp", "pydantic"} if module != "mcp" else set())
    assert not {name.partition(".")[0] for name in loaded} & server
    assert all(name.startswith("notes.rules") for name in ours)
    assert module in ("convert", "sort", "summarise", "machine", "runner") or not ours


def test_finding_the_command_loads_no_command(bare: Shell) -> None:
    source = "import sys, handoff_agent.dispatch as d; d.main(['--help']); print(*sys.modules, sep='\\n')"
    ran = subprocess.run([sys.executable, "-c", source], cwd=ROOT, capture_output=True, check=True, text=True)
    assert not [name for name in ran.stdout.splitlines() if name.startswith("handoff_agent.commands")]
    assert "http.client" not in ran.stdout.splitlines()


def test_wrong_use_ends_with_two(bare: Shell) -> None:
    for words in ([], ["shw"], ["save", "--bse", "2"], ["append", "Done"], ["convert", "x", "--to", "other"]):
        assert bare(*words, HANDOFF_CARD="A-1", HANDOFF_URL="http://127.0.0.1:9").code == 2, words
    assert bare("--help").code == 0


def test_every_command_has_its_own_help(bare: Shell) -> None:
    for name, command in COMMANDS.items():
        told = bare(name, "--help")
        assert told.code == 0
        assert command.says in told.out.replace("\n", " ")
        assert name in overview()


def test_the_docs_name_every_command_and_no_other_and_only_options_that_there_are(bare: Shell) -> None:
    named = re.findall(r"(?:`|^    |^  +)handoff ([a-z-]+)([^`\n]*)", DOCS, re.MULTILINE)
    assert set(COMMANDS) - ELSEWHERE <= {name for name, _ in named} <= set(COMMANDS)
    helps = {name: bare(name, "--help").out for name in COMMANDS}
    for name, rest in named:
        for option in re.findall(r"--[a-z-]+", rest):
            assert option in helps[name], (name, option)


def test_the_first_note_of_the_docs_is_a_note(bare: Shell) -> None:
    script = DOCS[DOCS.index("    printf") : DOCS.index("    handoff save note.md")]
    subprocess.run(["sh", "-c", script], cwd=bare.folder, check=True)
    note = (bare.folder / "note.md").read_text()
    assert read(nine_sections.NAME, note).problems == ()


def test_no_section_is_taken_for_a_card() -> None:
    names = [*nine_sections.SECTIONS, *six_fields.TYPES, *twelve_fields.FIELDS]
    assert {name.casefold() for name in names} == SECTIONS


def test_a_note_is_converted_without_a_desk_and_what_has_no_place_is_told(bare: Shell) -> None:
    (bare.folder / "note.md").write_text("## Goal\nship\n\n## Next\n- pay\n\n## Gossip\n- none\n")
    made = bare("convert", "note.md", "--to", "six_fields")
    assert made.code == 0
    assert json.loads(made.out)["goal"] == "ship"
    assert made.err == "six_fields has no place for Gossip:\n  - none\n"
    back = bare("convert", "-", "--to", "nine_sections", stdin=made.out)
    assert "## Next\n- pay\n" in back.out or "## Next\npay\n" in back.out
    assert bare("convert", "note.md", "--to", "six_fields", "--from", "twelve_fields").code == 1


def test_a_free_note_with_the_headings_that_people_use_is_converted_and_told(bare: Shell) -> None:
    note = "# Refunds\n\n## Ziel\nship\n\n## TODO\n- pay\n\n## Next steps:\n- rest\n\n## Status\ngreen\n\n## Careful\n"
    made = bare("convert", "-", "--to", "nine_sections", stdin=note)
    assert made.code == 0
    assert made.out.startswith("## Goal\nship\n\n## Done\n\n## Next\n- pay\n\n- rest\n\n")
    assert made.err.splitlines() == [
        "“Ziel” is under Goal.",
        "“TODO” and “Next steps:” are joined, in this order, under Next.",
        "nine_sections has no place for the text before the first heading:",
        "  # Refunds",
        "nine_sections has no place for Status:",
        "  green",
        "nine_sections has no place for the heading Careful.",
    ]


def test_a_conversion_that_is_no_note_yet_says_what_is_missing(bare: Shell) -> None:
    made = bare("convert", "-", "--to", "twelve_fields", stdin="## Goal\nship\n")
    assert made.code == 1
    assert json.loads(made.out)["original_goal"] == "ship"
    assert "exact_next_step" in made.err


def test_a_line_of_output_is_one_line() -> None:
    assert one_line("a\nb\x1b[1m\u202e") == "a b\\u001b[1m\\u202e"


def test_half_a_file_is_never_taken_for_a_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDOFF_STATE_DIR", str(tmp_path))
    spool = spool_of("http://desk", "shop", "token")
    first = spool.add(Write("append", "A-1", "PATCH", "/x", {"append": ["é"]}), 1.0)
    (spool.folder / ".tmp123").write_text('{"half')
    second = spool.add(Write("append", "A-1", "PATCH", "/x", {}), 0.5)
    assert [entry.id for entry in spool.entries()] == [first.id, second.id]


def test_what_was_tried_days_ago_is_not_sent_again_blindly(bare: Shell) -> None:
    """The desk no longer knows the key then."""
    env = {"HANDOFF_URL": "http://127.0.0.1:9", "HANDOFF_PROJECT": "shop", "HANDOFF_TOKEN": "hd_x"}
    assert bare("append", "A-1", "Done", "- x", **env).code == 3
    (path,) = bare.state.rglob("0*.json")
    entry = json.loads(path.read_text())
    path.write_text(json.dumps(entry | {"first_try_at": entry["made_at"] - 8 * 24 * 3600}))
    assert "set aside" in bare("queue", "--send", **env).err
    assert "may have arrived" in bare("queue").out


def test_what_can_be_chosen_is_what_the_rules_know(bare: Shell) -> None:
    """Named by the command itself, which loads no rules to tell its options."""
    assert set(cards.FORMATS) == set(FORMATS)
    named = re.search(r"--kind KIND\s+(.+): what the\s+value is", bare("fact", "--help").out, re.DOTALL)
    assert named
    assert set(named[1].replace(",", " ").split()) == set(KINDS)
