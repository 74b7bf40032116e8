"""ask, answer, reply: decisions that a person takes."""

import argparse
import time
from collections.abc import Callable
from typing import Any

from handoff_agent import sending, words
from handoff_agent.client import GRACE_SECONDS, Answer, Call
from handoff_agent.connection import Connection, connection, tell
from handoff_agent.ended import AWAY, Away, Ended, refused
from handoff_agent.given import filled, options, words_of
from handoff_agent.stdout import say, say_json

Run = Callable[[argparse.Namespace], None]
# One call waits for so long, and is given some more for its answer.
POLL_SECONDS = 25
# Where the desk cannot wait it answers at once: then so much lies between two calls.
BETWEEN_CALLS = 2.0
AWAY_SECONDS = 120
FOREVER = float("inf")


class Excerpt(argparse.Action):
    def __call__(self, _parser: Any, namespace: Any, text: Any, _option: Any = None) -> None:
        namespace.excerpt = {"text": text}
        setattr(namespace, self.dest, [*getattr(namespace, self.dest), namespace.excerpt])


class From(argparse.Action):
    def __call__(self, parser: Any, namespace: Any, source: Any, _option: Any = None) -> None:
        if namespace.excerpt is None:
            parser.error("--from names the source of an excerpt: put it after --evidence or --untrusted")
        namespace.excerpt["source"] = source


def ask_parser(parser: argparse.ArgumentParser) -> Run:
    parser.add_argument("words", nargs="+", metavar="[CARD] DECISION", help="the question, in at most 300 characters")
    parser.add_argument("--option", action="append", default=[], metavar="VALUE[=SOURCE]", help="what could be chosen")
    parser.add_argument("--fact", metavar="NAME", help="the must-carry fact that the answer becomes")
    parser.add_argument("--kind", help="the kind of that fact")
    parser.add_argument("--impact", choices=["money", "eligibility", "deadline", "other"])
    parser.add_argument("--cause", choices=["asked", "open_question"], help="open_question: one that the note has")
    parser.add_argument("--evidence", action=Excerpt, default=[], metavar="TEXT", help="what a person should know")
    parser.add_argument("--untrusted", action=Excerpt, default=[], metavar="TEXT", help="quoted from outside")
    parser.add_argument("--from", action=From, dest="excerpt", metavar="SOURCE", help="of the excerpt before it")
    parser.add_argument("--due", metavar="TIME", help="with its zone, such as 2026-11-14T17:00:00+05:30")
    _waiting(parser)
    return ask


def ask(parsed: argparse.Namespace) -> None:
    *card, decision = words_of(parsed.words, 2, 'Give one question: handoff ask [CARD] "decision"')
    desk = connection(options(parsed))
    found = desk.post(desk.on_card(desk.card(*card), "escalations"), _asked(parsed, decision)).json
    number = int(found["id"])
    told = "asked" if found["is_new"] else "asked before, and still waits"
    tell(f"Decision {number} is {told}: {words.one_line(str(found['url']))}")
    if parsed.wait is not None:
        _show(_waited(desk, number, parsed.wait), parsed)
    elif parsed.json:
        say_json(found)
    else:
        say(f"{number}\n")


def answer_parser(parser: argparse.ArgumentParser) -> Run:
    parser.add_argument("id", type=int, metavar="ID", help="the number of the decision")
    _waiting(parser)
    return answer


def answer(parsed: argparse.Namespace) -> None:
    desk = connection(options(parsed))
    if parsed.wait is None:
        _show(desk.get(_path(desk, parsed.id)).json, parsed)
    else:
        _show(_waited(desk, parsed.id, parsed.wait), parsed)


def reply_parser(parser: argparse.ArgumentParser) -> Run:
    parser.add_argument("id", type=int, metavar="ID", help="the number of the decision")
    parser.add_argument("text", metavar="TEXT", help="the reply to what was asked back")
    return reply


def reply(parsed: argparse.Namespace) -> None:
    desk = connection(options(parsed))
    desk.post(f"{_path(desk, parsed.id)}/reply", {"text": parsed.text})
    say(f"Decision {parsed.id} is open again.\n")


def _waiting(parser: argparse.ArgumentParser) -> None:
    says = "waits for the answer, so many seconds at most"
    parser.add_argument("--wait", nargs="?", type=float, const=FOREVER, metavar="SECONDS", help=says)
    parser.add_argument("--json", action="store_true", help="all of it on stdout; else the answer alone")


def _asked(parsed: argparse.Namespace, decision: str) -> dict[str, Any]:
    given = filled(cause=parsed.cause, impact=parsed.impact, due_at=parsed.due)
    body = {"decision": decision} | filled(fact=parsed.fact, kind=parsed.kind) | given
    if parsed.option:
        body["options"] = [_option(given) for given in parsed.option]
    return body | {name: given for name in ("evidence", "untrusted") if (given := getattr(parsed, name))}


def _option(given: str) -> dict[str, str]:
    """The last `=` parts value and source, so that a value may hold others."""
    value, parted, source = given.rpartition("=")
    return {"value": value, "source": source} if parted and value else {"value": given}


def _path(desk: Connection, number: int) -> str:
    return desk.in_project("escalations", str(number))


def _waited(desk: Connection, number: int, seconds: float) -> dict[str, Any]:
    """The decision once it is settled or asked back, or as it is when the time is over."""
    over = time.monotonic() + seconds
    reached = time.monotonic()
    while True:
        begun = time.monotonic()
        try:
            found = _polled(desk, number, max(0, min(POLL_SECONDS, int(over - begun) if seconds < FOREVER else 60)))
            reached = time.monotonic()
        except Away as away:
            if time.monotonic() >= min(over, reached + AWAY_SECONDS):
                raise _given_up(desk, number, away) from None
            found = None
        if found and (found["state"] != "open" or time.monotonic() + 1 > over):
            return found
        pause = begun + BETWEEN_CALLS - time.monotonic()
        time.sleep(max(0.0, min(pause, over - time.monotonic())))


def _polled(desk: Connection, number: int, seconds: int) -> dict[str, Any]:
    call = Call("GET", f"{_path(desk, number)}?wait={seconds}", read_seconds=seconds + GRACE_SECONDS)
    answer: Answer = desk.heard(call)
    if not answer.is_done:
        raise refused(*sending.reasons(answer))
    return answer.json


def _given_up(desk: Connection, number: int, away: Away) -> Ended:
    says = words.NOT_REACHED.format(url=desk.desk.url, why=away.why)
    return Ended(AWAY, [says, "The decision waits there. Ask for its answer later with:", *_later(number)])


def _later(number: int) -> list[str]:
    return [words.command("answer", str(number), "--wait")]


def _show(found: dict[str, Any], parsed: argparse.Namespace) -> None:
    """The answer alone on stdout; whatever else the state is, nothing is decided, and that is no success."""
    if parsed.json:
        say_json(found)
    number, state = int(found["id"]), found["state"]
    if state == "answered":
        if not parsed.json:
            say(f"{found['answer']['value']}\n")
        by = (found["answer"].get("by") or {}).get("name", "a person")
        tell(words.one_line(f"Decision {number} is answered by {by}."))
        return
    if state == "questioned":
        asked = next((each for each in reversed(found["questions"]) if each["reply"] is None), {"by": "", "text": ""})
        says = words.one_line(f"Nothing is decided: {asked['by']} asks back: {asked['text']}")
        raise refused(says, "Reply, then wait on:", words.command("reply", str(number), "TEXT"), *_later(number))
    if state == "withdrawn":
        raise refused(words.one_line(f"Decision {number} was withdrawn. {(found['withdrawn'] or {}).get('why', '')}"))
    raise refused(f"Decision {number} is not taken yet. Wait for it with:", *_later(number))


PARTS = {"ask": ask_parser, "answer": answer_parser, "reply": reply_parser}
