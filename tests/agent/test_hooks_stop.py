"""When an agent stops: a fresh note is asked for once in a round, and only where it is due."""

import json
import threading
import time

import pytest

from handoff_agent.hooks import rounds
from handoff_agent.hooks.filling import Filled, filled
from handoff_agent.hooks.limits import Limits
from handoff_agent.hooks.requests import age
from handoff_agent.hooks.said import said
from handoff_agent.hooks.staleness import after_compaction, at_stop
from handoff_agent.hooks.windows import window_of
from tests.agent.desks import Line, Shell
from tests.agent.sessions import Session, commit, repository

AN_HOUR = 3600


def test_an_older_note_is_asked_for_once_in_a_round(session: Session) -> None:
    session.added("session-start")
    assert session.held() == ""
    commit(session.shell, at=time.time() + AN_HOUR)
    reason = session.held()
    assert "older than the last commit" in reason
    assert f"`handoff save {session.shell.env['HANDOFF_CARD']}`" in reason
    assert session.held(stop_hook_active=True) == ""
    assert session.held() == ""


def test_a_session_that_is_resumed_begins_a_new_round(session: Session) -> None:
    commit(session.shell, at=time.time() + AN_HOUR)
    assert session.held()
    assert session.held() == ""
    session.added("session-start", source="resume")
    assert session.held()


def test_a_session_that_goes_on_after_a_hook_is_never_held(session: Session) -> None:
    commit(session.shell, at=time.time() + AN_HOUR)
    assert session.held(stop_hook_active=True) == ""
    assert session.held()


def test_each_session_has_its_own_round(session: Session) -> None:
    commit(session.shell, at=time.time() + AN_HOUR)
    assert session.held()
    assert Session(session.shell, session.dialect).held()


def test_a_card_without_a_note_gets_one(session: Session) -> None:
    session.shell.env["HANDOFF_CARD"] += "-new"
    assert session.shell("card", "--title", "New").code == 0
    assert "there is no note yet" in session.held()


@pytest.mark.parametrize("kind", ["design_build", "planner_turn"])
def test_whoever_keeps_no_note_is_asked_for_none(session: Session, kind: str) -> None:
    session.shell.env["HANDOFF_CARD"] += f"-{kind}"
    assert session.shell("card", "--title", "New", "--kind", kind).code == 0
    commit(session.shell, at=time.time() + AN_HOUR)
    assert session.held() == ""
    session.added("session-start", source="resume")
    assert session.call("pre-compact").code == 0
    assert "fresh note" not in session.added("session-start", source="compact")
    assert session.held() == ""


def test_a_filled_context_asks_where_the_note_is_from_before(session: Session) -> None:
    session.uses(690_000)
    assert session.held() == ""
    session.uses(710_000, ago=-60)
    assert "the context is 71 % full" in session.held()


def test_a_note_from_after_the_context_filled_up_is_fresh(session: Session) -> None:
    session.uses(710_000, ago=60)
    session.uses(900_000, ago=-60)
    assert session.held() == ""


@pytest.mark.parametrize("how", ["environment", "file"])
def test_the_share_and_the_size_of_the_context_can_be_set(session: Session, how: str) -> None:
    session.uses(45_000, ago=-60)
    assert session.held() == ""
    if how == "file":
        (session.shell.folder / ".handoff.toml").write_text("[hooks]\nfilled_percent = 40\nwindow = 100_000\n")
    env = {} if how == "file" else {"HANDOFF_FILLED_PERCENT": "40", "HANDOFF_WINDOW": "100000"}
    assert "45 % full" in session.held(env=env)


def test_a_setting_that_is_no_number_is_told_and_holds_nothing_up(session: Session) -> None:
    commit(session.shell, at=time.time() + AN_HOUR)
    ran = session.call("stop", env={"HANDOFF_FILLED_PERCENT": "most"})
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith("handoff hook: HANDOFF_FILLED_PERCENT is “most”")


def test_what_waits_on_this_machine_is_the_fresh_note(shell: Shell, card: str, line: Line) -> None:
    repository(shell)
    line.steps = ["drop"] * 4
    assert shell("append", "Done", "- tests pass").code == 3
    commit(shell, at=time.time() - 1)
    line.steps = ["500"] * 9
    assert Session(shell).call("stop").code == 0
    line.steps.clear()
    assert Session(shell).held() == ""


def test_a_desk_that_is_away_holds_no_agent_back(session: Session) -> None:
    session.shell.env["HANDOFF_URL"] = "http://127.0.0.1:9"
    ran = session.call("stop")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.count("\n") == 1
    assert "cannot be reached" in ran.err


def test_a_note_that_was_fresh_enough_needs_no_second_question_to_the_desk(shell: Shell, card: str, line: Line) -> None:
    repository(shell)
    commit(shell, at=time.time() - AN_HOUR)
    session = Session(shell)
    assert session.held() == ""
    asked = len(line.seen)
    assert session.held() == ""
    assert len(line.seen) == asked


def test_two_hooks_at_once_ask_once(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDOFF_STATE_DIR", str(tmp_path))
    mine: list[bool] = []
    threads = [threading.Thread(target=lambda: mine.append(rounds.ask_once("s", "A-1"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(mine) == [False] * 7 + [True]


def test_half_a_memory_is_none(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDOFF_STATE_DIR", str(tmp_path))
    rounds.begin("s", rounds.Round("A-1"))
    (path,) = rounds.folder().glob("*.json")
    for broken in (
        '{"card": "A-1"',
        '{"card": "A-1", "asked": 3}',
        '{"card": "A-1", "more": 1}',
        '{"card": "A-1", "top": 2}',
        "[]",
    ):
        path.write_text(broken)
        assert rounds.recall("s", "A-1") == rounds.Round("A-1")
    rounds.begin("s", rounds.Round("A-1"))
    assert rounds.recall("s", "B-2") == rounds.Round("B-2")


FULL = Filled(80, since=50.0)
STOPS = [
    ("no note", 0.0, 10.0, None, "no note yet"),
    ("no note and no commit", 0.0, 0.0, None, "no note yet"),
    ("older than the commit", 5.0, 10.0, None, "older than the last commit"),
    ("newer than the commit", 15.0, 10.0, None, ""),
    ("at the same time", 10.0, 10.0, None, ""),
    ("no repository", 5.0, 0.0, None, ""),
    ("before it filled up", 15.0, 10.0, FULL, "80 % full"),
    ("after it filled up", 50.0, 10.0, FULL, ""),
]


@pytest.mark.parametrize(("case", "note_at", "commit_at", "full", "says"), STOPS, ids=[case for case, *_ in STOPS])
def test_when_a_stop_asks(case: str, note_at: float, commit_at: float, full: Filled | None, says: str) -> None:
    why = at_stop(note_at, commit_at, full)
    assert (says in why) if says else not why


COMPACTIONS = [
    ("older than the commit", (5.0, 10.0, 0.0, 1.0), True),
    ("of this round", (15.0, 10.0, 0.0, 12.0), False),
    ("of an earlier round", (15.0, 10.0, 0.0, 20.0), True),
    ("of this round, before it filled up", (15.0, 10.0, 16.0, 12.0), True),
    ("nobody knows when the round began", (15.0, 10.0, 0.0, 0.0), True),
]


@pytest.mark.parametrize(("case", "times", "asks"), COMPACTIONS, ids=[case for case, *_ in COMPACTIONS])
def test_when_a_compaction_asks(case: str, times: tuple[float, float, float, float], asks: bool) -> None:
    assert bool(after_compaction(*times)) is asks


@pytest.mark.parametrize(
    ("model", "tokens", "window"),
    [
        ("claude-haiku-4-5-20251001", 10, 200_000),
        ("claude-opus-4-8", 10, 1_000_000),
        ("claude-sonnet-4-6", 10, 200_000),
        ("claude-sonnet-4-6[1m]", 10, 1_000_000),
        ("claude-sonnet-4-6", 250_000, 1_000_000),
        ("gpt-5.2-codex", 10, 272_000),
        ("", 10, 200_000),
    ],
)
def test_how_much_a_context_holds(model: str, tokens: int, window: int) -> None:
    assert window_of(model, tokens) == window


def test_the_last_answer_counts_and_what_is_no_answer_does_not(shell: Shell) -> None:
    session = Session(shell)
    assert filled(None, Limits()) is None
    assert filled(session.transcript, Limits()) is None
    session.uses(900_000, ago=60)
    found = filled(session.transcript, Limits())
    assert found
    assert found.percent == 90
    assert abs(time.time() - 60 - found.since) < 5
    session.uses(950_000, isSidechain=True)
    with session.transcript.open("ab") as file:
        file.write(b'\n{"usage": \xff\n[1]\n{"type": "assistant", "message": {"usage": 3}, "timestamp": "now"}\n')
        file.write(json.dumps({"type": "user", "message": {"content": '"usage"' + "x" * 2_000_000}}).encode() + b"\n")
    assert filled(session.transcript, Limits()) is None
    session.uses(10_000)
    assert filled(session.transcript, Limits()) is None
    session.uses(800_000)
    found = filled(session.transcript, Limits())
    assert found
    assert found.percent == 80


@pytest.mark.parametrize(
    ("seconds", "says"),
    [
        (-5, "less than a minute"), (59, "less than a minute"), (60, "a minute"), (119, "a minute"),
        (120, "2 minutes"), (7199, "119 minutes"), (7200, "2 hours"), (48 * 3600, "2 days"),
    ],
)  # fmt: skip
def test_an_age_in_words(seconds: float, says: str) -> None:
    assert age(seconds) == says


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"3", b'{"session_id": 3}', b"{}", b"\xff\xfe", b"null"])
def test_what_is_no_word_of_an_agents_program_is_refused(raw: bytes) -> None:
    with pytest.raises(ValueError):
        said(raw)


def test_odd_values_are_taken_as_not_given() -> None:
    found = said(
        b'{"session_id": "s", "cwd": "a\\u0000b", "transcript_path": null, "stop_hook_active": "yes", "source": 3}'
    )
    assert (found.cwd, found.transcript, found.is_active, found.source) == (None, None, False, "")
