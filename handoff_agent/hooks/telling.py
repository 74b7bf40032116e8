"""Tells the desk of rounds, in a process of its own: that they began and how, their commits, their end."""

import json
import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from handoff_agent import client
from handoff_agent.client import Answer, Call
from handoff_agent.connection import Connection
from handoff_agent.hooks import reports
from handoff_agent.hooks.reporting import looked_at
from handoff_agent.hooks.reports import Report
from handoff_agent.sending import NOT_THE_WRITE

TURN_SECONDS = 30
# Later the desk would take it for a round of today.
LATEST_SECONDS = 24 * 3600
LONGEST_MODEL = 80


def tell_all(desk: Connection) -> Answer | None:
    """The answer that speaks against the token, if there is one; raises Away and Taken, and then the rest waits on."""
    with reports.turn(TURN_SECONDS):
        for report in reports.all_of(desk.desk.url, desk.project):
            known = reports.change(report, looked_at)
            if known and known.is_due and (answer := _told(desk, known)):
                return answer
    return None


def _told(desk: Connection, report: Report) -> Answer | None:
    if not report.model or (not report.number and time.time() - report.begun_at > LATEST_SECONDS):
        reports.drop(report)
        return None
    if not report.number:
        started = _send(desk, report, "POST", _start(desk, report))
        if not started.is_done:
            return _against(report, started)
        number = int(started.json["number"])
        report = reports.change(report, lambda known: replace(known, number=number)) or report
    if changes := _changes(report):
        changed = _send(desk, report, "PATCH", changes)
        if not changed.is_done:
            return _against(report, changed)
    if report.ended_at:
        reports.drop(report)
    else:
        told = report.commit
        reports.change(report, lambda known: replace(known, told_commit=told))
    return None


def _start(desk: Connection, report: Report) -> dict[str, Any]:
    session = {"tokens": report.session_tokens, "cache": report.session_cache} if report.session_cache else None
    note = _note_tokens(desk, report)
    # Beside the note a new session begins with what its program adds: the first answer tells how much that was.
    prompt = max(0, report.first_tokens - note) if report.chosen == "fresh" else 0
    return {
        "model": report.model[:LONGEST_MODEL],
        "session": session,
        "fresh": {"note": note, "prompt": prompt},
        "chosen": report.chosen,
        "started_at": moment(report.begun_at),
    }


def _note_tokens(desk: Connection, report: Report) -> int:
    if not report.revision:
        return 0
    path = desk.on_card(report.card, "note", "revisions", str(report.revision))
    answer = client.ask(desk.desk.url, desk.desk.token, Call("GET", path))
    return int(answer.json.get("tokens") or 0)


def _changes(report: Report) -> dict[str, Any]:
    found: dict[str, Any] = {"ended_at": moment(report.ended_at)} if report.ended_at else {}
    if report.outcome:
        found["outcome"] = report.outcome
    if report.has_new_commit:
        found |= {"last_commit": report.commit, "last_commit_at": moment(report.commit_at)}
    return found


def moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()


def _send(desk: Connection, report: Report, method: str, body: dict[str, Any]) -> Answer:
    number = [str(report.number)] if method == "PATCH" else []
    path = desk.on_card(report.card, "rounds", *number)
    key = report.id if method == "POST" else ""
    return client.ask_again(desk.desk.url, desk.desk.token, Call(method, path, json.dumps(body), key))


def _against(report: Report, answer: Answer) -> Answer | None:
    """What the desk refuses for good is of no use later, unless the token is at fault."""
    if answer.status == 401 or NOT_THE_WRITE in answer.codes:
        return answer
    reports.drop(report)
    return None
