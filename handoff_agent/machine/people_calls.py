"""Calls about facts, decisions and handoffs, answered from here."""

from handoff_agent.client import Answer, Call
from handoff_agent.machine import asking, decisions, facts, handoffs, said
from handoff_agent.machine.here import Here
from handoff_agent.machine.shelf import KeptCard, Row
from notes.rules.decisions.escalations import Asked
from notes.rules.facts.checks import check_fact
from notes.rules.facts.decisions import FactValue
from notes.rules.facts.kinds import DEFAULT_KIND
from notes.rules.handoffs.fields import check_fields
from notes.rules.problems import Problem


def fact(kept: KeptCard, name: str, status: int = 200) -> Answer:
    found = facts.body(kept, name)
    if found is None:
        return said.refused(404, Problem("fact.not_found", "The card has no fact of this name."))
    return said.said(status, found)


def all_facts(kept: KeptCard) -> Answer:
    return said.said(200, {"facts": [facts.body(kept, name) for name in facts.names(kept)]})


def set_fact(here: Here, known: KeptCard, name: str, body: Row) -> Answer:
    new = FactValue(body["value"], body.get("kind") or DEFAULT_KIND, body["source"])
    if problems := check_fact(name, new.value, new.kind, new.source):
        return said.refused(422, *problems)
    with here.holding(known) as kept:
        if taken := facts.check_name(kept, name):
            return said.refused(409, taken)
        decision, asked = decisions.put_fact(kept, name, new, here.by(), body.get("replaces"))
        here.shelf.put(kept)
        if decision.problem is None:
            return fact(kept, name, 201 if decision.outcome == "created" else 200)
    return said.refused(409, decision.problem, **_asked_too(here, kept, asked))


def ask(here: Here, known: KeptCard, asked: Asked) -> Answer:
    """Raises Away; then the question is kept, and told with the next call about the card."""
    with here.holding(known) as kept:
        if problems := decisions.check(kept, asked):
            return said.refused(422, *problems)
        row, is_new = decisions.add(kept, asked)
        here.shelf.put(kept)
    return asking.tell(here, kept, row, is_new=is_new)


def decision(here: Here, number: int, call: Call) -> Answer | None:
    """What the desk says of it, with the words from here; None where this machine has none."""
    found = decisions.find(here.shelf, number)
    if found is None:
        return None
    kept, row = found
    if row["state"] == decisions.ANSWERED:
        told = {"id": number, "url": "", "state": decisions.ANSWERED, "questions": [], "withdrawn": None}
        return said.said(200, decisions.with_words(told, row))
    answer = here.ask(call)
    if not answer.is_done:
        return answer
    # A person may have decided here while the desk was asked.
    with here.holding(kept) as kept:
        row = decisions.of(kept, number) or row
        if answer.json.get("state") == decisions.WITHDRAWN and row["state"] == decisions.OPEN:
            row["state"] = row["told"] = decisions.WITHDRAWN
            here.shelf.put(kept)
    return said.said(200, decisions.with_words(answer.json, row))


def hand_off(here: Here, kept: KeptCard, body: Row) -> Answer:
    if problems := check_fields(body["to"], body["kind"], body.get("trace", "")):
        return said.refused(422, *problems)
    by = {"kind": here.place.kind, "name": here.place.name}
    row = handoffs.hand_off(here.shelf, kept, body, by, here.by().at)
    if row is None:
        says = f"{kept.card} has no note yet, so there is nothing to hand over: write the note first."
        return said.refused(409, Problem("handoff.no_note", says))
    return said.said(201, handoffs.out(row))


def handed(kept: KeptCard) -> Answer:
    """Newest first."""
    return said.said(200, {"handoffs": [handoffs.out(row) for row in reversed(kept.handoffs)], "next": None})


def read_back(here: Here, number: int, body: Row) -> Answer:
    found = handoffs.find(here.shelf, number)
    if found is None:
        return said.refused(404, Problem("handoff.not_found", "This machine keeps no handoff of this number."))
    with here.holding(found[0]) as kept:
        row = handoffs.of(kept, number) or found[1]
        problems = handoffs.read_back(row, body)
        if isinstance(problems, Problem):
            return said.refused(409, problems)
        asked = decisions.add(kept, handoffs.question(row)) if row["state"] == handoffs.STOPPED else None
        here.shelf.put(kept)
    told: Row = {"ok": not problems, "problems": said.entries(problems), "state": row["state"]}
    told["tries_left"] = handoffs.tries_left(row)
    return said.said(200, told | _asked_too(here, kept, asked))


def _asked_too(here: Here, kept: KeptCard, asked: tuple[Row, bool] | None) -> Row:
    """A person is asked in any case; while the desk is away nobody hears of it yet."""
    if asked is None:
        return {}
    row, is_new = asked
    answer = asking.tell_beside(here, kept, row, is_new=is_new)
    return {"escalation": answer.json} if answer and answer.is_done else {}
