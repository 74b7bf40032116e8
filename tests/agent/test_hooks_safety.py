"""Hooks never stop or slow an agent, whatever happens to them."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from handoff_agent.commands.hook import EVENTS
from tests.agent.desks import Shell, shell_in
from tests.agent.sessions import Session

WORDS = [[], ["sleep"], ["stop", "--dialect", "gemini"], ["stop", "--part", "two"], ["--bad"], ["stop", "--bad"]]


@pytest.fixture
def bare(tmp_path: Path) -> Shell:
    """Tied to a card of a desk that is not there."""
    return shell_in(
        tmp_path, HANDOFF_URL="http://127.0.0.1:9", HANDOFF_PROJECT="shop", HANDOFF_TOKEN="hd_x", HANDOFF_CARD="A-1"
    )


@contextmanager
def silent() -> Iterator[str]:
    """Takes every call, and answers none."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("stdin", ["", "garbage", "[]", '{"session_id": 3}', "\x00\ud7ff", '{"session_id": "s"'])
def test_garbage_on_stdin_is_told_in_a_line(bare: Shell, event: str, stdin: str) -> None:
    ran = bare("hook", event, stdin=stdin)
    assert (ran.code, ran.out, ran.err.count("\n")) == (0, "", 1)


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_what_is_no_file_is_no_transcript_and_holds_nothing_up(bare: Shell, event: str, kind: str) -> None:
    session = Session(bare)
    if kind == "pipe":
        os.mkfifo(session.transcript)
    elif kind == "folder":
        session.transcript.mkdir()
    else:
        session.transcript.symlink_to("/dev/zero")
    begun = time.monotonic()
    assert session.call(event).code == 0
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize("words", WORDS)
def test_wrong_words_are_told_in_a_line_and_never_end_with_two(bare: Shell, words: list[str]) -> None:
    """Which would hold the agent back, with our mistake as the reason."""
    ran = bare("hook", *words, stdin='{"session_id": "s"}')
    assert (ran.code, ran.out, ran.err.count("\n")) == (0, "", 1)


@pytest.mark.parametrize("event", EVENTS)
def test_wrong_settings_are_told_in_a_line(bare: Shell, event: str) -> None:
    (bare.folder / ".handoff.toml").write_text("url = ")
    ran = Session(bare).call(event)
    assert (ran.code, ran.out, ran.err.count("\n")) == (0, "", 1)
    (bare.folder / ".handoff.toml").unlink()
    ran = Session(bare).call(event, env={"HANDOFF_URL": ""})
    assert (ran.code, ran.out, ran.err.count("\n")) == (0, "", 1)
    assert "No desk is named" in ran.err


@pytest.mark.parametrize("event", EVENTS)
def test_a_state_that_cannot_be_kept_holds_nothing_up(bare: Shell, event: str) -> None:
    (bare.folder / "file").write_text("")
    ran = Session(bare).call(event, env={"HANDOFF_STATE_DIR": str(bare.folder / "file")})
    assert ran.code == 0
    assert ran.err.count("\n") <= 1


@pytest.mark.parametrize("event", ["session-start", "stop"])
def test_a_desk_that_never_answers_is_given_two_seconds(bare: Shell, event: str) -> None:
    session = Session(bare)
    with silent() as url:
        begun = time.monotonic()
        ran = session.call(event, env={"HANDOFF_URL": url})
        assert time.monotonic() - begun < 4
    assert ran.code == 0
    assert "it took too long" in ran.out + ran.err


def test_a_token_command_that_hangs_is_given_no_more(bare: Shell) -> None:
    config = bare.folder.parent / ".config" / "handoff" / "credentials.toml"
    config.parent.mkdir(parents=True)
    config.write_text('[[desk]]\nurl = "http://127.0.0.1:9"\ntoken_command = "sleep 5"\n')
    config.chmod(0o600)
    begun = time.monotonic()
    ran = Session(bare).call("stop", env={"HANDOFF_TOKEN": ""})
    assert time.monotonic() - begun < 4
    assert (ran.code, ran.out) == (0, "")
