"""Answers for a desk that takes no text: the same calls, the same answers, from what this machine keeps."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from handoff_agent.client import MARKDOWN, Answer, Call
from handoff_agent.ended import Away
from handoff_agent.machine import decisions, facts, handoffs, notes, said
from handoff_agent.machine.notes import Author
from handoff_agent.machine.resuming import resume
from handoff_agent.machine.shelf import KeptCard, Row, Shelf
from handoff_agent.places import Place
from notes.rules.content.places import on_machine
from notes.rules.decisions.escalations import Asked, disputed
from notes.rules.facts.decisions import FactValue
from notes.rules.facts.kinds import DEFAULT_KIND
from notes.rules.handoffs.fields import check_fields
from notes.rules.problems import Problem
from notes.rules.resuming.parts import check_limit, parts
from notes.rules.resuming.resume import blocks

# A call of the desk itself: raises Away. And a report, which is kept where it does not reach the desk.
Ask = Callable[[Call], Answer]
Report = Callable[[str, str, str, Row], None]
GONE = "withdrawn"


@dataclass(frozen=True, slots=True)
class MachineDesk:
    """`place` says who writes with the token; `root` is the address of the project on the desk."""

    shelf: Shelf
    place: Place
    root: str
    ask: Ask
    report: Report

    def answer(self, call: Call) -> Answer | None:
        """None for what is known to hold no text, or asks for none: that is the desk's own. Raises Away and Taken."""
        found = self._answered(call)
        return found if found or _may_leave(call, self.root) else said.refused(409, on_machine())

    def _answered(self, call: Call) -> Answer | None:
        address = urlsplit(call.path)
        named = [unquote(part) for part in address.path.removeprefix(f"{self.root}/").split("/")]
        body: Row = json.loads(call.body) if call.body else {}
        match call.method, named:
            case "GET", ["cards", card]:
                return self.card(card, call)
            case method, ["cards", card, "note" | "facts" | "handoffs" | "escalations" | "resume" as what, *more]:
                return self.of_card(method, card, what, more, body, parse_qs(address.query))
            case "POST", ["handoffs", number, "read-back"]:
                return self.read_back(int(number), body)
            case method, ["escalations", number, *more] if number.isdecimal() and more != ["report"]:
                return self.decision(method, int(number), more, call)
        return None

    def card(self, card: str, call: Call) -> Answer:
        """The desk's answer; where that is away, what is known here."""
        kept = self.shelf.card(card)
        known = bool(kept and kept.written_at)
        try:
            answer = self.ask(call)
        except Away:
            if not known:
                raise
            answer = said.said(200, {"title": "", "chips": [], "open_escalations": []})
        if not answer.is_done or not kept or not kept.written_at:
            return answer
        note = (answer.json.get("note") or {}) | {"revision": kept.revision, "updated_at": kept.written_at.isoformat()}
        here = {"key": kept.card, "format": kept.format, "revision": kept.revision, "note": note}
        return said.said(200, answer.json | here)

    def of_card(self, method: str, card: str, what: str, more: list[str], body: Row, query: Any) -> Answer | None:
        with self.shelf.holding(card):
            kept = self.kept(card)
            if isinstance(kept, Answer):
                return kept
            match method, what, more:
                case "GET", "note", []:
                    return self._note(kept, kept.revision)
                case "GET", "note", ["revisions", number]:
                    return self._note(kept, int(number))
                case "PUT" | "PATCH", "note", []:
                    write = notes.save if method == "PUT" else notes.patch
                    return self._written(kept, write(self.shelf, kept, body, self._by()))
                case "POST", "note", ["check"]:
                    return notes.check(self.shelf, kept, body, self._by())
                case "GET", "resume", []:
                    return self._resume(kept, query)
                case "GET", "facts", [name]:
                    return self._fact(kept, name, 200)
                case "PUT", "facts", [name]:
                    return self._set_fact(kept, name, body)
                case "POST", "escalations", []:
                    return self._asked(kept, decisions.asked_of(body))
                case "GET", "handoffs", []:
                    rows = [handoffs.out(row) for row in reversed(kept.handoffs)]
                    return said.said(200, {"handoffs": rows, "next": None})
                case "POST", "handoffs", []:
                    return self._hand_off(kept, body)
        return None

    def decision(self, method: str, number: int, more: list[str], call: Call) -> Answer | None:
        """What the desk says of it, with the words from here."""
        found = decisions.find(self.shelf, number)
        if method != "GET" or more or found is None:
            return None
        kept, row = found
        if row["state"] == decisions.ANSWERED:
            told = {"id": number, "url": "", "state": decisions.ANSWERED, "questions": [], "withdrawn": None}
            return said.said(200, decisions.with_words(told, row))
        answer = self.ask(call)
        if not answer.is_done:
            return answer
        # A person may have decided here while the desk was asked.
        _, row = decisions.find(self.shelf, number) or found
        if answer.json.get("state") == GONE and row["state"] == decisions.OPEN:
            self._gone(number, kept.card)
        return said.said(200, decisions.with_words(answer.json, row))

    def _gone(self, number: int, card: str) -> None:
        """It was withdrawn on the desk."""
        with self.shelf.holding(card):
            if found := decisions.find(self.shelf, number):
                kept, row = found
                row["state"] = GONE
                self.shelf.put(kept)

    def read_back(self, number: int, body: Row) -> Answer:
        found = handoffs.find(self.shelf, number)
        if found is None:
            return said.refused(404, Problem("handoff.not_found", "This machine keeps no handoff of this number."))
        with self.shelf.holding(found[0].card):
            kept, row = handoffs.find(self.shelf, number) or found
            problems = handoffs.read_back(row, body)
            if isinstance(problems, Problem):
                return said.refused(409, problems)
            self.shelf.put(kept)
            told: Row = {
                "ok": not problems, "problems": said.entries(problems), "state": row["state"],
                "tries_left": handoffs.tries_left(row),
            }  # fmt: skip
            if row["state"] != handoffs.STOPPED:
                return said.said(200, told)
            answer = self._asked(kept, handoffs.question(row))
            return said.said(200, told | {"escalation": answer.json}) if answer.is_done else answer

    def _by(self) -> Author:
        return Author(self.place.kind, self.place.name)

    def kept(self, card: str) -> KeptCard | Answer:
        """A card that is new here has its format and the number of its newest revision from the desk; raises Away."""
        if known := self.shelf.card(card):
            return known
        answer = self.ask(Call("GET", f"{self.root}/cards/{card}"))
        if not answer.is_done:
            return answer
        found = answer.json
        return KeptCard(str(found["key"]), str(found["format"]), int(found["revision"]))

    def _note(self, kept: KeptCard, number: int) -> Answer:
        note = self.shelf.note(kept, number) if number else None
        return said.said(200, notes.note_body(kept, note)) if note else said.no_note()

    def _written(self, kept: KeptCard, answer: Answer) -> Answer:
        if answer.is_done and answer.status != 202 and not answer.json["unchanged"]:
            self.tell(kept)
        return answer

    def tell(self, kept: KeptCard) -> None:
        """The desk hears numbers."""
        told = notes.report(self.shelf, kept)
        self.report("PUT", kept.card, f"{self.root}/cards/{kept.card}/note/report", told)

    def _resume(self, kept: KeptCard, query: dict[str, list[str]]) -> Answer:
        found = resume(self.shelf, kept, self._by().at)
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

    def _fact(self, kept: KeptCard, name: str, status: int) -> Answer:
        found = facts.body(kept, name)
        if found is None:
            return said.refused(404, Problem("fact.not_found", "The card has no fact of this name."))
        return said.said(status, found)

    def _set_fact(self, kept: KeptCard, name: str, body: Row) -> Answer:
        new = FactValue(body["value"], body.get("kind") or DEFAULT_KIND, body["source"])
        if problems := facts.check(kept, name, new):
            return said.refused(422, *problems)
        by = self._by()
        done = facts.put(kept, name, new, by.kind, by.name, by.at, body.get("replaces"))
        self.shelf.put(kept)
        if done.decision.problem is None:
            return self._fact(kept, name, 201 if done.decision.outcome == "created" else 200)
        if done.decision.outcome != "disputed" or done.stands is None:
            return said.refused(409, done.decision.problem)
        answer = self._asked(kept, disputed(name, done.stands, new))
        more = {"escalation": answer.json} if answer.is_done else {}
        return said.refused(409, done.decision.problem, **more)

    def _asked(self, kept: KeptCard, asked: Asked) -> Answer:
        if problems := decisions.check(kept, asked):
            return said.refused(422, *problems)
        path = f"{self.root}/cards/{kept.card}/escalations/report"
        answer, row, is_new = decisions.ask(self.shelf, kept, path, asked, self.ask)
        if not answer.is_done:
            return answer
        told = answer.json or {"id": row["id"], "url": "", "state": row["state"], "questions": []}
        return said.said(201 if is_new else 200, decisions.with_words(told, row) | {"is_new": is_new})

    def _hand_off(self, kept: KeptCard, body: Row) -> Answer:
        if problems := check_fields(body["to"], body["kind"], body.get("trace", "")):
            return said.refused(422, *problems)
        by = {"kind": self.place.kind, "name": self.place.name}
        row = handoffs.hand_off(self.shelf, kept, body, by, self._by().at)
        if row is None:
            says = f"{kept.card} has no note yet, so there is nothing to hand over: write the note first."
            return said.refused(409, Problem("handoff.no_note", says))
        return said.said(201, handoffs.out(row))


def _may_leave(call: Call, root: str) -> bool:
    """Of what is written: a card, a round, a report, and taking a question back without a reason."""
    match call.method, call.path.removeprefix(f"{root}/").split("/"):
        case "GET", _:
            return True
        case _, ["cards", _] | ["cards", _, "rounds", *_] | [*_, "report"]:
            return True
        case "POST", ["escalations", _, "withdraw"]:
            return not json.loads(call.body or "{}").get("why")
    return False
