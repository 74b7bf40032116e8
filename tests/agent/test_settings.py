"""Where settings come from, what is refused about tokens, and what doctor says of it."""

from pathlib import Path

import pytest

from tests.agent.desks import Line, Shell, shell_in

FAR = "https://desk.example.org"


@pytest.fixture
def bare(tmp_path: Path) -> Shell:
    return shell_in(tmp_path)


def credentials(shell: Shell, text: str, mode: int = 0o600) -> Path:
    path = Path(shell.env["HOME"]) / ".config" / "handoff" / "credentials.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return path


def test_each_thing_that_is_not_set_is_named_with_the_way_to_set_it(bare: Shell) -> None:
    url = {"HANDOFF_URL": "http://127.0.0.1:9"}
    for more, says in (
        ({}, "HANDOFF_URL"),
        (url, "HANDOFF_PROJECT"),
        (url | {"HANDOFF_PROJECT": "shop"}, "HANDOFF_TOKEN"),
        (url | {"HANDOFF_PROJECT": "shop", "HANDOFF_TOKEN": "hd_x"}, "handoff track"),
        ({"HANDOFF_URL": "desk.example.org"}, "no address of a desk"),
    ):
        ran = bare("show", **more)
        assert (ran.code, ran.out) == (2, "")
        assert says in ran.err


def test_options_come_before_the_environment_and_that_before_the_repository_and_the_plugin(bare: Shell) -> None:
    def url(*options: str, **more: str) -> str:
        lines = bare("doctor", *options, CLAUDE_PLUGIN_OPTION_URL="http://localhost:4", **more).out.splitlines()
        return lines[1].split(",")[0].removeprefix("ok     desk ")

    assert url() == "http://localhost:4"
    (bare.folder / ".handoff.toml").write_text('url = "http://localhost:3/"\n')
    assert url() == "http://localhost:3"
    assert url(HANDOFF_URL="http://localhost:2") == "http://localhost:2"
    assert url("--url", "http://localhost:1", HANDOFF_URL="http://localhost:2") == "http://localhost:1"


def test_a_token_in_the_repository_is_never_used_and_said(bare: Shell) -> None:
    (bare.folder / ".handoff.toml").write_text('url = "http://localhost:9"\nproject = "shop"\ntoken = "hd_x"\n')
    ran = bare("show", "A-1")
    assert ran.code == 2
    assert "which everyone with the repository can read" in ran.err
    assert "There is no token for http://localhost:9" in ran.err
    assert "hd_x" not in ran.err


def test_no_repository_can_have_a_command_run_or_lead_the_token_to_its_own_place(bare: Shell) -> None:
    ran_here = bare.folder / "ran"
    text = f'url = "{FAR}"\nproject = "shop"\ntoken_command = "touch {ran_here}"\n'
    (bare.folder / ".handoff.toml").write_text(text)
    ran = bare("show", "A-1", HANDOFF_TOKEN="hd_x")
    assert ran.code == 2
    assert "no repository may choose" in ran.err
    assert f"is not sent to {FAR}" in ran.err
    assert not ran_here.exists()


def test_an_address_of_the_repository_that_the_person_knows_gets_the_token(bare: Shell) -> None:
    (bare.folder / ".handoff.toml").write_text('url = "http://127.0.0.2:9"\nproject = "shop"\n')
    assert bare("show", "A-1", HANDOFF_TOKEN="hd_x").code == 2
    credentials(bare, '[[desk]]\nurl = "http://127.0.0.2:9"\n')
    assert bare("show", "A-1", HANDOFF_TOKEN="hd_x").code == 3


def test_a_kept_token_and_a_token_command_work_and_a_file_that_others_can_read_does_not(
    shell: Shell, card: str, token: str
) -> None:
    env = {"HANDOFF_TOKEN": ""}
    url = shell.env["HANDOFF_URL"]
    credentials(shell, f'[[desk]]\nurl = "{url}"\nproject = "other"\ntoken = "hd_x"\n')
    assert "There is no token" in shell("show", **env).err
    credentials(shell, f'[[desk]]\nurl = "{url}"\nproject = "shop"\ntoken = "{token}"\n')
    assert shell("show", **env).code == 0
    credentials(shell, f'[[desk]]\nurl = "{url}"\ntoken_command = "echo {token}"\n')
    assert shell("show", **env).code == 0
    credentials(shell, f'[[desk]]\nurl = "{url}"\ntoken_command = ["false"]\n')
    assert "gave no token: it ended with 1" in shell("show", **env).err
    path = credentials(shell, f'[[desk]]\nurl = "{url}"\ntoken = "{token}"\n', mode=0o644)
    assert shell("show", **env).err == f"{path} can be read by others: `chmod 600 {path}` and start again.\n"
    credentials(shell, "[[desk]]\ntoken = 4\n")
    assert "each [[desk]] has a url" in shell("show", **env).err


def test_doctor_is_content_with_what_is_right(shell: Shell, card: str) -> None:
    ran = shell("doctor")
    assert ran.code == 0, ran.out
    assert all(line.startswith("ok") for line in ran.out.splitlines())
    for says in ("token, from HANDOFF_TOKEN", "the desk answers", "holds for the project shop", "clocks"):
        assert says in ran.out


def test_doctor_says_what_is_wrong_and_how_to_mend_it(shell: Shell, line: Line) -> None:
    for more, code, says in (
        ({"HANDOFF_TOKEN": "hd_wrong"}, 1, "unknown or was revoked"),
        ({"HANDOFF_PROJECT": "other"}, 1, "for another project than other: set HANDOFF_PROJECT"),
        ({"HANDOFF_URL": "http://127.0.0.1:9"}, 3, "Is the desk started"),
        ({"HANDOFF_URL": "http://127.0.0.2:9"}, 3, "plain http"),
        ({"HANDOFF_STATE_DIR": "/proc/none"}, 1, "set HANDOFF_STATE_DIR"),
    ):
        ran = shell("doctor", **more)
        assert ran.code == code, ran
        assert says in ran.out
        assert "hd_wrong" not in ran.out + ran.err


def test_a_branch_is_tied_to_a_card_and_another_branch_is_not(shell: Shell, card: str) -> None:
    env = {"HANDOFF_CARD": ""}
    assert shell("track", **env).code == 1
    assert shell("track", card, **env).out == f"{card}\n"
    assert shell("show", **env).out == shell.note
    (shell.folder / ".git" / "HEAD").write_text("ref: refs/heads/other\n")
    assert shell("show", **env).code == 2
    assert shell("track", "--any-branch", card, **env).code == 0
    assert shell("show", **env).code == 0
    assert shell("untrack", **env).out == f"{card}\n"
    assert shell("untrack", **env).code == 1


def test_a_second_work_tree_has_a_card_of_its_own(bare: Shell, tmp_path: Path) -> None:
    git = bare.folder / ".git" / "worktrees" / "two"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/two\n")
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / ".git").write_text(f"gitdir: {git}\n")
    second = Shell(tmp_path / "two", bare.env)
    assert bare("track", "A-1").code == second("track", "A-2").code == 0
    assert (bare("track").out, second("track").out) == ("A-1\n", "A-2\n")


def test_outside_of_a_repository_nothing_is_tied(bare: Shell, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    ran = Shell(tmp_path / "plain", bare.env)("track", "A-1")
    assert ran.code == 1
    assert "HANDOFF_CARD" in ran.err
