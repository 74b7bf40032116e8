"""card: makes a card, or changes it."""

import argparse
from collections.abc import Callable

from handoff_agent import sending
from handoff_agent.connection import connection
from handoff_agent.ended import refused
from handoff_agent.given import filled, options
from handoff_agent.spool import Write
from handoff_agent.stdout import say, say_json

FORMATS = ("nine_sections", "six_fields", "twelve_fields", "free")


def card_parser(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], None]:
    parser.add_argument("card", nargs="?", help="its key; left out, the tracked card")
    parser.add_argument("--title", required=True)
    parser.add_argument("--format", choices=FORMATS, help="of its note (nine_sections)")
    parser.add_argument("--kind", choices=["card", "design_build", "planner_turn"])
    parser.add_argument("--branch", help="the branch that the work is on")
    parser.add_argument("--worktree", action=argparse.BooleanOptionalAction, help="it has a work tree of its own")
    parser.add_argument("--link", metavar="URL", help="where the card is in your tracker")
    parser.add_argument("--json", action="store_true", help="the card on stdout")
    return card


def card(parsed: argparse.Namespace) -> None:
    desk = connection(options(parsed))
    key = desk.card()
    body = filled(
        title=parsed.title, format=parsed.format, kind=parsed.kind,
        branch=parsed.branch, has_worktree=parsed.worktree, url=parsed.link,
    )  # fmt: skip
    answer = desk.put(Write("card", key, "PUT", desk.on_card(key), body))
    if parsed.json:
        say_json(answer.json)
    if not answer.is_done:
        raise refused(*sending.reasons(answer))
    if not parsed.json:
        say(f"{answer.json.get('key', key)}: {answer.json.get('title', parsed.title)}\n")


PARTS = {"card": card_parser}
