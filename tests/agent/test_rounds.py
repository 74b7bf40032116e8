"""Rounds that people start themselves: the hooks tell the desk how each began, what it cost, its commit and its end."""

import time
from dataclasses import replace
from typing import Any

import pytest

from handoff_agent.client import Call, ask
from handoff_agent.hooks.last_session import LastSession
from handoff_agent.hooks.reports import Report
from handoff_agent.hooks.usage import last_use
from tests.agent.desks import Line, RealDesk, Shell
from tests.agent.sessions import Session, commit, repository
from tests.agent.test_hooks_session import waited_for

AN_HOUR = 3600


@pytest.fixture
def rounds(desk: RealDesk, token: str) -> Any:
    """Those of a shell's card, oldest first, once all was told that is to be told."""

    def found(shell: Shell, *, told: bool = True) -> list[dict[str, Any]]:
        if told:
            ran = shell("round", "tell")
            assert (ran.code, ran.out, ran.err) == (0, "", "")
        answer = ask(desk.url, token, Call("GET", f"/projects/shop/cards/{shell.env['HANDOFF_CARD']}/rounds"))
        return list(reversed(answer.json["rounds"]))

    return found


def work(session: Session, source: str = "startup", *, first: int, last: int) -> None:
    """From the start of a session to its end."""
    session.added("session-start", source=source)
    session.uses(first)
    session.uses(last)
    session.answer("stop")
    session.answer("session-end")


def test_a_first_round_begins_fresh_with_its_model_and_ends(session: Session, rounds: Any) -> None:
    work(session, first=20_000, last=90_000)
    (first,) = rounds(session.shell)
    assert (first["number"], first["choice"]) == (1, "fresh")
    assert first["model"] == ("gpt-5" if session.dialect == "codex" else "claude-opus-5")
    assert (first["resume_cost"], first["saved"]) == (None, None)
    assert float(first["fresh_cost"]) > 0
    assert first["ended_at"] > first["started_at"]
    assert len(first["last_commit"]) == 40
    assert first["outcome"] == ""
    assert kept(session.shell) == []


def test_nobody_has_to_do_anything_for_it(shell: Shell, card: str, rounds: Any) -> None:
    repository(shell)
    work(Session(shell), first=20_000, last=90_000)
    assert waited_for(lambda: [each["ended_at"] is not None for each in rounds(shell, told=False)] == [True])
    assert waited_for(lambda: kept(shell) == [])


def test_a_new_session_says_what_the_note_saved_over_the_history_of_the_last(session: Session, rounds: Any) -> None:
    work(session, first=20_000, last=900_000)
    work(Session(session.shell, session.dialect), first=20_000, last=30_000)
    second = rounds(session.shell)[1]
    warm, written = (0.125, 1.25) if session.dialect == "codex" else (0.50, 6.25)
    assert second["choice"] == "fresh"
    assert float(second["resume_cost"]) == pytest.approx(0.9 * warm)
    assert float(second["fresh_cost"]) == pytest.approx(0.02 * written)
    assert float(second["saved"]) == pytest.approx(0.9 * warm - 0.02 * written)
    assert second["why"].startswith("A new session was started from the note")


def test_a_cache_that_is_cold_by_now_costs_what_new_text_costs(session: Session, rounds: Any) -> None:
    session.added("session-start")
    session.uses(100_000, ago=600)
    session.answer("stop")
    session.answer("session-end")
    work(Session(session.shell, session.dialect), first=20_000, last=30_000)
    found = rounds(session.shell)
    assert float(found[-1]["resume_cost"]) == pytest.approx(0.1 * (1.25 if session.dialect == "codex" else 5))


@pytest.mark.parametrize(("source", "choice"), [("resume", "resume"), ("fork", "resume"), ("clear", "fresh")])
def test_how_it_began_is_what_the_person_did(session: Session, rounds: Any, source: str, choice: str) -> None:
    work(session, first=20_000, last=50_000)
    again = session if source == "resume" else Session(session.shell, session.dialect)
    work(again, source, first=51_000, last=60_000)
    found = rounds(session.shell)
    assert [each["choice"] for each in found] == ["fresh", choice]
    assert found[1]["resume_cost"] is not None


def test_a_compaction_begins_no_round_and_neither_does_a_second_handler(session: Session, rounds: Any) -> None:
    session.added("session-start")
    session.added("session-start")
    session.added("session-start", "--part", "2")
    session.uses(20_000)
    session.answer("pre-compact")
    session.added("session-start", source="compact")
    session.answer("stop")
    session.answer("session-end")
    assert len(rounds(session.shell)) == 1


def test_one_that_was_killed_and_is_resumed_was_a_round_of_its_own(session: Session, rounds: Any) -> None:
    for source in ("startup", "resume"):
        session.added("session-start", source=source)
        session.uses(20_000)
        session.answer("stop")
    killed, under_way = rounds(session.shell)
    assert (killed["outcome"], under_way["outcome"], under_way["ended_at"]) == ("killed", "", None)
    assert killed["ended_at"] is not None


def test_a_session_in_which_no_model_answered_is_no_round(session: Session, rounds: Any) -> None:
    session.added("session-start")
    session.answer("session-end")
    assert rounds(session.shell) == []
    assert kept(session.shell) == []


def test_a_commit_is_told_while_the_session_goes_on_and_makes_the_note_stale(session: Session, rounds: Any) -> None:
    session.added("session-start")
    session.uses(20_000)
    session.answer("stop")
    (before,) = rounds(session.shell)
    commit(session.shell, at=time.time() + AN_HOUR)
    assert session.held()
    (after,) = rounds(session.shell)
    assert before["last_commit"] != after["last_commit"]
    assert after["ended_at"] is None
    assert '"stale": true' in session.shell("show", "--json").out


def test_without_a_note_nothing_was_resumed_from_one(session: Session, rounds: Any) -> None:
    session.shell.env["HANDOFF_CARD"] += "-new"
    assert session.shell("card", "--title", "New").code == 0
    for _ in "ab":
        again = Session(session.shell, session.dialect)
        again.added("session-start")
        again.uses(20_000)
        again.held()
        again.answer("session-end")
    assert rounds(session.shell)[1]["why"].startswith("A new session was started without a note")


def test_a_desk_that_is_away_is_told_later_in_order_and_once(shell: Shell, card: str, line: Line, rounds: Any) -> None:
    repository(shell)
    first, second = Session(shell), Session(shell)
    line.steps = ["500"] * 100
    work_away(first)
    work_away(second)
    assert shell("round", "tell").code == 3
    line.steps = ["cut"]
    found = rounds(shell)
    assert [each["number"] for each in found] == [1, 2]
    assert rounds(shell) == found
    assert kept(shell) == []


def work_away(session: Session) -> None:
    session.call("session-start")
    session.uses(20_000)
    session.call("stop")
    assert session.call("session-end").err == ""


def test_what_the_desk_refuses_is_let_go_and_a_wrong_token_is_told(shell: Shell, card: str) -> None:
    session = Session(shell)
    session.added("session-start")
    session.uses(20_000)
    ran = shell("round", "tell", HANDOFF_TOKEN="hd_wrong")
    assert ran.code == 1
    assert "[request.no_token]" in ran.err
    assert len(kept(shell)) == 1
    (report,) = kept(shell)
    report.write_text(report.read_text().replace(card, f"{card}-gone"))
    assert shell("round", "tell").code == 0
    assert kept(shell) == []


def kept(shell: Shell) -> list[Any]:
    return list((shell.state / "reports").glob("*.json"))


def test_a_round_of_days_ago_is_told_no_more(shell: Shell, card: str, rounds: Any) -> None:
    session = Session(shell)
    session.added("session-start")
    (report,) = kept(shell)
    report.write_text(report.read_text().replace('"begun_at": ', '"begun_at": 1'))
    report.write_text(report.read_text().replace('"begun_at": 1', '"begun_at": 0'))
    session.uses(20_000)
    session.answer("session-end")
    assert rounds(shell) == []


def test_scripts_start_and_end_rounds_themselves(shell: Shell, card: str, rounds: Any) -> None:
    repository(shell)
    commit(shell, at=time.time())
    costs = ("--model", "claude-opus-5", "--note", "3000", "--prompt", "2000")
    assert shell("round", "start", card, *costs).out == "1 fresh\n"
    assert shell("round", "start", *costs, "--session", "1000", "--cache", "warm").out == "2 resume\n"
    assert '"saved": null' in shell("round", "start", *costs, "--session", "1000", "--chosen", "fresh", "--json").out
    assert shell("round", "end", card, "1", "--outcome", "failed").code == 0
    assert shell("round", "end", "2").code == 0
    first, second, third = rounds(shell)
    assert (first["outcome"], second["outcome"]) == ("failed", "")
    assert first["last_commit"] == second["last_commit"] != third["last_commit"] == ""
    assert first["ended_at"]
    assert shell("round", "end", "9").code == 1
    for wrong in (["start"], ["end"], ["start", card, "1", *costs], ["sleep"]):
        assert shell("round", *wrong).code == 2, wrong


REPORT = Report("id", "s", "http://desk", "shop", "A-1", "fresh", 1.0)
DUE = [
    ({}, False),
    ({"commit": "a"}, False),
    ({"model": "m"}, True),
    ({"model": "m", "number": 1}, False),
    ({"model": "m", "number": 1, "commit": "a"}, True),
    ({"model": "m", "number": 1, "commit": "a", "told_commit": "a"}, False),
    ({"model": "m", "number": 1, "told_commit": "a"}, False),
    ({"ended_at": 2.0}, True),
]


@pytest.mark.parametrize(("change", "due"), DUE)
def test_when_the_desk_is_to_be_told(change: dict[str, Any], due: bool) -> None:
    assert replace(REPORT, **change).is_due is due


@pytest.mark.parametrize(("ago", "warm"), [(0, True), (299, True), (300, False)])
def test_a_cache_is_warm_for_as_long_as_the_model_keeps_it(ago: float, warm: bool) -> None:
    assert LastSession(1, 1000.0, 300).is_warm(1000 + ago) is warm


def test_who_paid_for_an_hour_has_it_warm_for_an_hour(shell: Shell) -> None:
    session = Session(shell)
    session.uses(100)
    assert [use.kept_seconds for use in [last_use(session.transcript)] if use] == [300]
    usage = {"input_tokens": 3, "cache_creation": {"ephemeral_1h_input_tokens": 90}}
    session.uses(100, message={"model": "claude-opus-5", "usage": usage})
    assert [use.kept_seconds for use in [last_use(session.transcript)] if use] == [3600]
