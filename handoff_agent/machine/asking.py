"""Tells the desk that questions are asked, without their words, and takes the numbers that it gives them."""

import json
from contextlib import suppress

from handoff_agent.client import Answer, Call
from handoff_agent.file_lock import Taken
from handoff_agent.machine import decisions, said
from handoff_agent.machine.here import Here
from handoff_agent.machine.shelf import KeptCard, Row


def tell(here: Here, kept: KeptCard, row: Row, *, is_new: bool) -> Answer:
    """With the words that the desk does not know; raises Away."""
    return _told(here, kept, row, _known(row) or here.ask(_question(here, kept, row)), is_new)


def tell_beside(here: Here, kept: KeptCard, row: Row, *, is_new: bool = False) -> Answer | None:
    """None where the desk is away: then it is told with a later call about the card."""
    answer = _known(row) or here.ask_beside(_question(here, kept, row))
    return _told(here, kept, row, answer, is_new) if answer else None


def tell_untold(here: Here, kept: KeptCard) -> None:
    """Questions that came up while the desk was away."""
    for row in kept.decisions:
        if not row["id"] and row["state"] == decisions.OPEN and tell_beside(here, kept, row) is None:
            return


def _known(row: Row) -> Answer | None:
    """None where the desk has not heard of it."""
    told = {"id": row["id"], "url": "", "state": row["state"], "questions": []}
    return Answer(200, json.dumps(told)) if row["id"] else None


def _question(here: Here, kept: KeptCard, row: Row) -> Call:
    """Its key makes it one question, however often it is told."""
    path = here.on_card(kept.card, "escalations", "report")
    return Call("POST", path, decisions.without_words(row), key=row["key"])


def _told(here: Here, kept: KeptCard, row: Row, answer: Answer, is_new: bool) -> Answer:
    if not answer.is_done:
        return answer
    if not row["id"]:
        # Without its turn the number comes with the next call: it is the same again.
        with suppress(Taken):
            _number(here, kept, row["key"], answer.json["id"])
    return said.said(201 if is_new else 200, decisions.with_words(answer.json, row) | {"is_new": is_new})


def _number(here: Here, known: KeptCard, key: str, number: int) -> None:
    with here.holding(known) as kept:
        decisions.numbered(kept, key, number)
        here.shelf.put(kept)
