"""resume: what the next session of a card needs."""

import argparse
from collections.abc import Callable
from urllib.parse import urlencode

from handoff_agent import last_read
from handoff_agent.connection import connection, tell
from handoff_agent.given import filled, options
from handoff_agent.last_read import LastRead
from handoff_agent.stdout import say, say_json


def resume_parser(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], None]:
    parser.add_argument("card", nargs="?", help="its key; left out, the tracked card")
    parser.add_argument("--limit", type=int, metavar="N", help="the most characters of one part")
    parser.add_argument("--part", type=int, metavar="N", help="which part, where there are several")
    parser.add_argument("--json", action="store_true", help="as fields")
    return resume


def resume(parsed: argparse.Namespace) -> None:
    desk = connection(options(parsed))
    card = desk.card()
    if parsed.json:
        found = desk.get(desk.on_card(card, "resume")).json
        last_read.remember(desk.read_before(card), LastRead(int(found["revision"])))
        say_json(found)
        return
    query = urlencode({"as": "markdown"} | filled(limit=parsed.limit, part=parsed.part))
    answer = desk.get(f"{desk.on_card(card, 'resume')}?{query}")
    say(answer.text + "\n")
    parts = answer.headers.get("handoff-parts", "1")
    if parts != "1":
        tell(f"part {parsed.part or 1} of {parts}")


PARTS = {"resume": resume_parser}
