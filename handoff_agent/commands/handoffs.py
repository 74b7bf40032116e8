"""hand-off, read-back: handing work on, and restating what was handed over."""

import argparse
import json
from collections.abc import Callable
from typing import Any

from handoff_agent import sending, words
from handoff_agent.client import Answer
from handoff_agent.connection import Connection, connection, tell
from handoff_agent.ended import refused, wrong_use
from handoff_agent.given import filled, options, text_of, words_of
from handoff_agent.stdout import say, say_json

Run = Callable[[argparse.Namespace], None]


def hand_off_parser(parser: argparse.ArgumentParser) -> Run:
    parser.add_argument("card", nargs="?", help="its key; left out, the tracked card")
    parser.add_argument("--to", required=True, metavar="NAME", help="who receives it")
    parser.add_argument("--kind", choices=["agent", "session", "person"], default="agent", help="what that is (agent)")
    parser.add_argument("--trace", help="where the record of your run is kept; only people see it")
    parser.add_argument("--json", action="store_true", help="all of it on stdout; else the number alone")
    return hand_off


def hand_off(parsed: argparse.Namespace) -> None:
    desk = connection(options(parsed))
    body = {"to": parsed.to, "kind": parsed.kind} | filled(trace=parsed.trace)
    found = desk.post(desk.on_card(desk.card(), "handoffs"), body).json
    if parsed.json:
        say_json(found)
        return
    say(f"{found['id']}\n")
    tell(f"Handed to {words.one_line(parsed.to)}, who reads it back with:")
    tell(words.command("read-back", "--handoff", str(found["id"]), "FILE"))


def read_back_parser(parser: argparse.ArgumentParser) -> Run:
    parser.add_argument("words", nargs="+", metavar="[CARD] FILE|-", help="JSON: {facts: {…}, next_action}")
    parser.add_argument("--handoff", type=int, metavar="ID", help="its number; else the newest of the card that waits")
    parser.add_argument("--json", action="store_true", help="the whole answer of the desk on stdout")
    return read_back


def read_back(parsed: argparse.Namespace) -> None:
    use = "Give a file, with its card or with --handoff: handoff read-back CARD FILE|-"
    *card, file = words_of(parsed.words, 1 if parsed.handoff else 2, use)
    body = _restated(file)
    desk = connection(options(parsed))
    number = parsed.handoff or _newest(desk, desk.card(*card))
    found = desk.post(desk.in_project("handoffs", str(number), "read-back"), body).json
    if parsed.json:
        say_json(found)
    if not found["ok"]:
        raise refused(*sending.reasons(Answer(200, json.dumps(found))), *_then(found, number))
    if not parsed.json:
        say(f"Handoff {number} is accepted: all of it matches.\n")


def _restated(file: str) -> dict[str, Any]:
    try:
        found = json.loads(text_of(file))
    except ValueError as error:
        raise wrong_use(f"{file} is not JSON: {error}.") from None
    if not isinstance(found, dict):
        raise wrong_use(f'{file} holds no object: write {{"facts": {{…}}, "next_action": "…"}}.')
    return found


def _newest(desk: Connection, card: str) -> int:
    path, before = desk.on_card(card, "handoffs"), ""
    while True:
        page = desk.get(path + before).json
        for handoff in page["handoffs"]:
            if handoff["state"] == "sent":
                return int(handoff["id"])
        if page["next"] is None:
            raise refused(f"No handoff of {words.one_line(card)} waits to be read back.")
        before = f"?before={page['next']}"


def _then(found: dict[str, Any], number: int) -> list[str]:
    if asked := found.get("escalation"):
        says = f"The handoff is stopped, and a person is asked: decision {asked['id']}, {asked['url']}."
        return [words.one_line(says), "Wait for the answer with:", words.command("answer", str(asked["id"]), "--wait")]
    return [f"Tries left for handoff {number}: {found['tries_left']}. Read the facts again, then restate them exactly."]


PARTS = {"hand-off": hand_off_parser, "read-back": read_back_parser}
