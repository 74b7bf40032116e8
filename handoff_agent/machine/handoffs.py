"""Handing over and reading back on this machine. Two tries that do not match stop it, and a person is asked."""

from datetime import datetime
from typing import Any

from handoff_agent.machine import facts
from handoff_agent.machine.shelf import KeptCard, Row, Shelf
from notes.rules.decisions.escalations import Asked, failed_read_back
from notes.rules.handoffs.next_actions import next_action
from notes.rules.handoffs.read_back import TRIES, Restated, differences
from notes.rules.problems import Problem
from notes.rules.writing.first_problems import first_problems

SENT, ACCEPTED, STOPPED = "sent", "accepted", "stopped"


def hand_off(shelf: Shelf, kept: KeptCard, body: Row, by: Row, now: datetime) -> Row | None:
    """None where there is no note to hand over."""
    note = shelf.newest(kept)
    if note is None:
        return None
    carried = facts.carried(kept)
    row = {
        "id": shelf.next_handoff(), "card": kept.card, "to": body["to"], "kind": body["kind"],
        "revision": note.revision, "carried": carried, "next_action": next_action(note.document),
        "trace": body.get("trace", ""), "state": SENT, "by": by, "at": now.isoformat(), "tries": [],
    }  # fmt: skip
    kept.handoffs.append(row)
    shelf.put(kept)
    return row


def out(row: Row) -> dict[str, Any]:
    """As the desk gives it."""
    told = {name: row[name] for name in ("id", "card", "to", "kind", "revision", "next_action", "state", "by", "at")}
    carried = row["carried"]
    return told | {
        "facts": {fact["name"]: fact["value"] for fact in carried},
        "sources": {fact["name"]: fact["source"] for fact in carried},
        "disputed": [fact["name"] for fact in carried if fact.get("disputed")],
    }


def find(shelf: Shelf, number: int) -> tuple[KeptCard, Row] | None:
    return next(((kept, row) for kept in shelf.cards() if (row := of(kept, number))), None)


def of(kept: KeptCard, number: int) -> Row | None:
    return next((row for row in kept.handoffs if row["id"] == number), None)


def read_back(row: Row, body: Row) -> tuple[Problem, ...] | Problem:
    """What differs, nothing where it matches; one problem alone where it came after the end."""
    got = Restated(body["facts"], body.get("next_action"))
    sent = Restated({fact["name"]: fact["value"] for fact in row["carried"]}, row["next_action"])
    problems = first_problems(differences(sent, got))
    if row["state"] == STOPPED:
        return Problem("handoff.stopped", f"This handoff was stopped after {TRIES} tries: hand over anew.")
    if row["state"] == ACCEPTED:
        if problems:
            return Problem("handoff.accepted", "This handoff was read back right before: go on with what was sent.")
        return ()
    row["tries"].append([dict(body["facts"]), body.get("next_action")])
    if not problems:
        row["state"] = ACCEPTED
    elif len(row["tries"]) >= TRIES:
        row["state"] = STOPPED
    return problems


def question(row: Row) -> Asked:
    """What a person is asked once it was stopped."""
    tries = [(facts, action) for facts, action in row["tries"]]
    return failed_read_back(to=row["to"], facts=row["carried"], next_action=row["next_action"], tries=tries)


def tries_left(row: Row) -> int:
    return TRIES - len(row["tries"])
