"""show, save, check, append against a real desk."""

import json
import shlex
from pathlib import Path

from tests.agent.desks import Shell


def test_a_note_goes_up_and_comes_back_to_the_letter(shell: Shell, card: str) -> None:
    shown = shell("show")
    assert (shown.code, shown.out) == (0, shell.note)
    assert shown.err == f"{card}: revision 1, nine_sections\n"


def test_a_card_without_a_note_is_told_so(shell: Shell) -> None:
    shell("card", "--title", "Deposit")
    shown = shell("show")
    assert (shown.code, shown.out) == (1, "")
    assert "[note.not_found]" in shown.err


def test_every_reason_for_a_refusal_has_a_line(shell: Shell, card: str) -> None:
    saved = shell("save", stdin="## Goal\n\n## Nxt\n")
    assert (saved.code, saved.out) == (1, "")
    assert "[format.empty_goal]" in saved.err
    assert "[format.unknown_section]" in saved.err
    assert all(line.endswith("]") for line in saved.err.splitlines())


def test_check_says_the_same_and_writes_nothing(shell: Shell, card: str) -> None:
    assert shell("check", stdin="## Goal\n\n## Nxt\n").err == shell("save", stdin="## Goal\n\n## Nxt\n").err
    assert "go through" in shell("check", stdin=shell.note.replace("## Done\n", "## Done\n- x\n")).out
    assert shell("show").out == shell.note


def test_lines_are_appended_to_a_section_with_and_without_the_card(shell: Shell, card: str) -> None:
    assert shell("append", "Done", "- tests").code == 0
    assert shell("append", card, "Done", "- docs", "- more").code == 0
    assert "## Done\n- tests\n- docs\n- more\n" in shell("show").out


def test_a_refused_text_is_repaired_and_sent_by_the_very_command_that_is_told(
    shell: Shell, card: str, person: Shell
) -> None:
    person("append", "Goal", "- by Friday")
    without = shell.note.replace("- check the deposit", "- pay")
    refused = shell("save", "--base", "2", "--model", "small one", "-", stdin=without)
    assert refused.code == 1
    assert "[lock.line_missing]" in refused.err
    command = shlex.split(refused.err.splitlines()[-1])
    assert command[:2] == ["handoff", "save"]
    assert Path(command[3]).stat().st_mode & 0o777 == 0o600
    assert shell(*command[1:]).code == 0
    shown = shell("show").out
    assert "- by Friday" in shown
    assert "- pay" in shown


def test_with_json_the_whole_refusal_is_on_stdout(shell: Shell, card: str, person: Shell) -> None:
    person("append", "Goal", "- by Friday")
    refused = shell("save", "--base", "2", "--json", "-", stdin=shell.note)
    assert refused.code == 1
    assert "- by Friday" in json.loads(refused.out)["repaired"]


def test_locked_lines_can_be_put_back_at_once(shell: Shell, card: str, person: Shell) -> None:
    person("append", "Goal", "- by Friday")
    saved = shell(
        "save", "--base", "2", "--on-lock", "restore", stdin=shell.note.replace("## Done\n", "## Done\n- x\n")
    )
    assert saved.code == 0
    assert "Put back:" in saved.err
    assert "- by Friday" in shell("show").out


def test_a_save_starts_from_what_was_read_last_so_that_others_lines_stay(
    shell: Shell, card: str, person: Shell
) -> None:
    shell("show")
    person("append", "Dead ends", "- scraping")
    saved = shell("save", stdin=shell.note.replace("## Done\n", "## Done\n- tests\n"))
    assert saved.code == 0
    assert "merged" in saved.err
    shown = shell("show").out
    assert "- scraping" in shown
    assert "- tests" in shown


def test_a_conflict_tells_how_to_go_on(shell: Shell, card: str, person: Shell) -> None:
    person("save", "--base", "1", stdin=shell.note.replace("ship it", "ship it today"))
    saved = shell("save", stdin=shell.note.replace("ship it", "ship nothing"))
    assert saved.code == 1
    assert "[write.conflict]" in saved.err
    assert saved.err.splitlines()[-1] == f"  handoff save {card} FILE --base 2"


def test_a_file_that_is_no_text_is_refused_here(shell: Shell, card: str) -> None:
    (shell.folder / "note.md").write_bytes(b"## Goal\n\xff")
    saved = shell("save", "note.md")
    assert (saved.code, saved.err) == (1, "note.md is not UTF-8: byte 8 does not fit. Save it as UTF-8.\n")


def test_the_next_session_gets_its_context_in_parts(shell: Shell, card: str) -> None:
    assert "<handoff-note>" in shell("resume").out
    first = shell("resume", "--limit", "500")
    assert first.err.startswith("part 1 of ")
    assert shell("resume", "--limit", "500", "--part", "2").out != first.out
    assert json.loads(shell("resume", "--json").out)["next_action"] == "check the deposit"
    assert "[resume.bad_limit]" in shell("resume", "--limit", "1").err


def test_what_is_sent_by_others_cannot_steer_a_terminal(shell: Shell, card: str) -> None:
    refused = shell("append", "\x1b[31mGoal\u202e", "- x")
    assert refused.code == 1
    assert "\x1b" not in refused.err
    assert "\u202e" not in refused.err


def test_an_old_text_that_changes_nothing_does_not_count_as_the_newest(shell: Shell, card: str, person: Shell) -> None:
    """The next save still starts from what was read, so what others wrote is merged and not taken away."""
    old = shell("show").out
    assert person("append", "Done", "- by a person").code == 0
    assert shell("save", stdin=old).code == 0
    assert shell("save", stdin=old.replace("## Next\n", "## Next\n- one more\n")).code == 0
    note = shell("show").out
    assert "- by a person" in note
    assert "- one more" in note
