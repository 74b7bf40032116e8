"""A session that saves the note of its card has told its work: known by the program that the command runs under."""

import time
from dataclasses import replace

from handoff_agent import processes
from handoff_agent.client import Answer
from handoff_agent.connection import Connection
from handoff_agent.ended import AWAY, Ended
from handoff_agent.hooks import left, rounds
from handoff_agent.hooks.spans import told
from handoff_agent.spool import Write


def put_note(desk: Connection, write: Write) -> Answer:
    """What is kept here, to be sent when the desk is back, is told as well."""
    try:
        answer = desk.put(write)
    except Ended as end:
        if end.code == AWAY:
            _told(desk.desk.url, desk.project, write.card)
        raise
    if answer.is_done:
        _told(desk.desk.url, desk.project, write.card)
    return answer


def _told(url: str, project: str, card: str) -> None:
    """Where one program has several sessions on the card, their own records say which of them saved it."""
    programs = set(processes.callers())
    known = [(path, one) for path, one in left.of_card((url, project, card)) if one.process in programs]
    running = [(path, one) for path, one in known if not one.ended_at]
    if len(running) == 1:
        path, one = running[0]
        rounds.write(path, replace(one, unwritten=told(one.unwritten, time.time()), is_told=True))
