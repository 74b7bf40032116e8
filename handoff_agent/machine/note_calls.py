"""Calls about a card and its note, answered from here."""

from dataclasses import asdict

from handoff_agent.client import MARKDOWN, Answer, Call
from handoff_agent.ended import Away
from handoff_agent.machine import clearing, notes, said
from handoff_agent.machine.here import Here
from handoff_agent.machine.resuming import resume
from handoff_agent.machine.shelf import KeptCard, Row
from notes.rules import formats
from notes.rules.problems import Problem
from notes.rules.resuming.parts import check_limit, parts
from notes.rules.resuming.resume import blocks

# What the desk remarks about the note itself.
OF_NOTE = ("note.stale", "note.none")
Query = dict[str, list[str]]


def card(here: Here, key: str, call: Call) -> Answer:
    """The desk's answer; where that is away, what is known here."""
    if known := here.shelf.card(key):
        clearing.catch_up(here, known)
    try:
        answer = here.ask(call)
    except Away:
        known = here.shelf.card(key)
        if not known or not known.written_at:
            raise
        told = {"title": "", "kind": known.kind, "chips": [], "open_escalations": []}
        return _with_note(here, said.said(200, told), known)
    if not answer.is_done:
        return answer
    known = here.shelf.card(key)
    return _with_note(here, answer, here.renewed(known, answer.json) if known else None)


def _with_note(here: Here, answer: Answer, kept: KeptCard | None) -> Answer:
    if not kept or not kept.written_at:
        return answer
    told = answer.json if answer.json.get("revision") == kept.revision else _without_note(answer.json)
    note = (told.get("note") or {}) | {"revision": kept.revision, "updated_at": kept.written_at.isoformat()}
    note["token_limit"] = formats.token_limit(kept.format, here.shelf.token_limit)
    known = {"key": kept.card, "format": kept.format, "revision": kept.revision, "note": note}
    return said.said(200, told | known)


def _without_note(told: Row) -> Row:
    """The desk has not heard of the newest revision, so it does not know whether that is stale."""
    return told | {"note": None, "chips": [chip for chip in told["chips"] if chip["code"] not in OF_NOTE]}


def note(here: Here, kept: KeptCard, number: int) -> Answer:
    found = here.shelf.note(kept, number) if number else None
    return said.said(200, notes.note_body(kept, found)) if found else said.no_note()


def write(here: Here, kept: KeptCard, method: str, body: Row) -> Answer:
    act = notes.save if method == "PUT" else notes.patch
    by = here.by()
    answer = act(here.shelf, kept, body, by)
    here.tell_written(kept, answer, by)
    return answer


def check(here: Here, kept: KeptCard, body: Row) -> Answer:
    return notes.check(here.shelf, kept, body, here.by())


def resumed(here: Here, kept: KeptCard, query: Query) -> Answer:
    found = resume(here.shelf, kept, here.by().at, is_resumed=query.get("session") == ["resumed"])
    if query.get("as") != ["markdown"]:
        return said.said(200, asdict(found))
    limit = int(query["limit"][0]) if "limit" in query else None
    if limit is not None and (problem := check_limit(limit)):
        return said.refused(422, problem)
    made = parts(found.card, found.revision, blocks(found), limit)
    part = int(query.get("part", ["1"])[0])
    if not 1 <= part <= len(made):
        says = f"There are {len(made)} parts at this limit; part {part} is none of them."
        return said.refused(422, Problem("resume.no_such_part", says))
    return Answer(200, made[part - 1], {"content-type": MARKDOWN, "handoff-parts": str(len(made))})
