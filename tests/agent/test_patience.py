"""How long an answer is waited for: the desk holds back what meets a person's save on its way into a work tree."""

from pathlib import Path

import pytest

from handoff_agent import client, places, sending
from handoff_agent.client import READ_SECONDS, Answer, Call, ask_again
from handoff_agent.ended import Away
from handoff_agent.places import Place
from handoff_agent.sending import Desk
from handoff_agent.spool import Spool, Write
from notes.rules.writing.work_trees import FOR_PROGRAMS

CALL = Call("PUT", "/note", "{}", key="k")
PATIENT = Call("PUT", "/note", "{}", "k", READ_SECONDS + 1)


@pytest.mark.parametrize(("what", "is_held"), [("save", True), ("append", True), ("fact", False), ("read-back", False)])
def test_a_write_that_the_desk_may_hold_back_is_waited_for(
    what: str, is_held: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[Call] = []

    def ask(_url: str, _token: str, call: Call) -> Answer:
        calls.append(call)
        return Answer(200, "{}")

    monkeypatch.setattr(client, "ask", ask)
    monkeypatch.setattr(places, "asked", lambda *_: Place(on_machine=False, kind="agent", name="coder"))
    spool = Spool(tmp_path)
    entry = spool.add(Write(what, "A-1", "PUT", "/note", {}), 0.0)
    sending.send_until(Desk("http://desk.test", "", spool, lambda _: None), entry)
    (call,) = calls
    assert (call.read_seconds > FOR_PROGRAMS.total_seconds()) is is_held


@pytest.mark.parametrize(
    ("call", "cause", "tries"),
    [
        (CALL, ConnectionResetError(), 2),
        (CALL, TimeoutError(), 2),
        (PATIENT, ConnectionResetError(), 2),
        (PATIENT, TimeoutError(), 1),
        (Call("PUT", "/note", "{}"), ConnectionResetError(), 1),
        (CALL, None, 1),
    ],
)
def test_a_lost_answer_is_asked_for_once_more_unless_that_took_long(
    call: Call, cause: Exception | None, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Call] = []

    def ask(_url: str, _token: str, call: Call) -> Answer:
        tried.append(call)
        raise Away("gone") from cause

    monkeypatch.setattr(client, "ask", ask)
    with pytest.raises(Away):
        ask_again("http://desk.test", "", call)
    assert tried == [call] * tries
