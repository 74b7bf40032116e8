"""Answers for a desk that takes no text: the same calls, the same answers, from what this machine keeps."""

import json
from urllib.parse import parse_qs, unquote, urlsplit

from handoff_agent.client import Answer, Call
from handoff_agent.machine import asking, clearing, decisions, note_calls, people_calls, said
from handoff_agent.machine.here import Here
from handoff_agent.machine.note_calls import Query
from handoff_agent.machine.shelf import KeptCard, Row
from notes.rules.content.places import on_machine

OF_CARD = ("note", "facts", "handoffs", "escalations", "resume")


def answer(here: Here, call: Call) -> Answer | None:
    """None for what is known to hold no text, or asks for none: that is the desk's own. Raises Away and Taken."""
    found = _answered(here, call)
    return found if found or _may_leave(here, call) else said.refused(409, on_machine())


def _answered(here: Here, call: Call) -> Answer | None:
    body: Row = json.loads(call.body) if call.body else {}
    match call.method, _parts(here, call):
        case "GET", ["cards", card]:
            return note_calls.card(here, card, call)
        case method, ["cards", card, what, *more] if what in OF_CARD and more != ["report"]:
            query = parse_qs(urlsplit(call.path).query)
            return _of_card(here, card, (method, what, *more), body, query)
        case "POST", ["handoffs", number, "read-back"]:
            return people_calls.read_back(here, int(number), body)
        case "GET", ["escalations", number] if number.isdecimal():
            return people_calls.decision(here, int(number), call)
    return None


def _of_card(here: Here, card: str, asked: tuple[str, ...], body: Row, query: Query) -> Answer | None:
    known = here.kept(card)
    if isinstance(known, Answer):
        return known
    match asked:
        case "PUT", "facts", name:
            return people_calls.set_fact(here, known, name, body)
        case "POST", "escalations":
            return people_calls.ask(here, known, decisions.asked_of(body))
    clearing.catch_up(here, known)
    with here.holding(known) as kept:
        answer = _of_held(here, kept, asked, body, query)
    asking.tell_untold(here, kept)
    return answer


def _of_held(here: Here, kept: KeptCard, asked: tuple[str, ...], body: Row, query: Query) -> Answer | None:
    match asked:
        case "GET", "note":
            return note_calls.note(here, kept, kept.revision)
        case "GET", "note", "revisions", number:
            return note_calls.note(here, kept, int(number))
        case "PUT" | "PATCH" as method, "note":
            return note_calls.write(here, kept, method, body)
        case "POST", "note", "check":
            return note_calls.check(here, kept, body)
        case "GET", "resume":
            return note_calls.resumed(here, kept, query)
        case "GET", "facts":
            return people_calls.all_facts(kept)
        case "GET", "facts", name:
            return people_calls.fact(kept, name)
        case "GET", "handoffs":
            return people_calls.handed(kept)
        case "POST", "handoffs":
            return people_calls.hand_off(here, kept, body)
    return None


def _may_leave(here: Here, call: Call) -> bool:
    """Of what is written: a card, a round, a report, and taking a question back without a reason."""
    match call.method, _parts(here, call):
        case "GET", _:
            return True
        case _, ["cards", _] | ["cards", _, "rounds", *_] | [*_, "report"]:
            return True
        case "POST", ["escalations", _, "withdraw"]:
            return not json.loads(call.body or "{}").get("why")
    return False


def _parts(here: Here, call: Call) -> list[str]:
    """Below the project."""
    return [unquote(part) for part in urlsplit(call.path).path.removeprefix(f"{here.root}/").split("/")]
