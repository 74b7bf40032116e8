"""round: starts one and says what it costs both ways, ends one, and tells of those that people started."""

import argparse
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from handoff_agent import sending, words
from handoff_agent.connection import Connection, connection
from handoff_agent.ended import AWAY, Away, Ended, refused, wrong_use
from handoff_agent.file_lock import Taken
from handoff_agent.given import filled, options, words_of
from handoff_agent.hooks import telling
from handoff_agent.hooks.commits import last_commit
from handoff_agent.places import Place
from handoff_agent.spool import Write
from handoff_agent.stdout import say, say_json

FRESH = ("note", "diff", "checklist", "prompt")
OUTCOMES = ("succeeded", "failed", "killed", "cancelled", "timed_out")


def round_parser(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], None]:
    parser.add_argument("step", choices=STEPS, help="tell: sends what the hooks know and the desk was not told yet")
    parser.add_argument("words", nargs="*", metavar="[CARD] [NUMBER]", help="end: the number that start printed")
    starting = parser.add_argument_group("start", "prints the number of the round and the way to take: resume or fresh")
    starting.add_argument("--model", help="that will work")
    starting.add_argument("--session", type=int, metavar="TOKENS", help="in the session that could be resumed")
    starting.add_argument("--cache", choices=["warm", "cold"], default="cold", help="of that session (cold)")
    for name in FRESH:
        starting.add_argument(f"--{name}", type=int, default=0, metavar="TOKENS", help="that a new session begins with")
    starting.add_argument("--chosen", choices=["resume", "fresh"], help="it was started already, and so")
    starting.add_argument("--json", action="store_true", help="all of it on stdout, with both costs")
    parser.add_argument_group("end").add_argument("--outcome", choices=OUTCOMES, help="how it went")
    return lambda parsed: STEPS[parsed.step](parsed)


def start(parsed: argparse.Namespace) -> None:
    if parsed.model is None or len(parsed.words) > 1:
        raise wrong_use("Say which model will work: handoff round start [CARD] --model NAME")
    desk = connection(options(parsed))
    session = None if parsed.session is None else {"tokens": parsed.session, "cache": parsed.cache}
    fresh = {name: getattr(parsed, name) for name in FRESH}
    body = {"model": parsed.model, "session": session, "fresh": fresh} | filled(chosen=parsed.chosen)
    found = desk.post(desk.on_card(desk.card(*parsed.words), "rounds"), body).json
    if parsed.json:
        say_json(found)
    else:
        say(f"{found['number']} {found['choice']}\n")


def end(parsed: argparse.Namespace) -> None:
    """Now, and with the last commit of the branch that we stand on."""
    *card, number = words_of(parsed.words, 2, "Give the number of a round: handoff round end [CARD] NUMBER")
    desk = connection(options(parsed))
    key = desk.card(*card)
    body = _end(desk) | filled(outcome=parsed.outcome)
    answer = desk.put(Write("round", key, "PATCH", desk.on_card(key, "rounds", number), body))
    if not answer.is_done:
        raise refused(*sending.reasons(answer))
    place = desk.place(holds_text=False)
    if isinstance(place, Place) and place.on_machine:
        # A success clears the note, which is kept here.
        with suppress(Ended):
            desk.get(desk.on_card(key))


def _end(desk: Connection) -> dict[str, Any]:
    tree = desk.settings.tree
    commit = last_commit(tree.top if tree else Path.cwd())
    told = {"last_commit": commit.name, "last_commit_at": telling.moment(commit.at)} if commit.name else {}
    return {"ended_at": telling.moment(time.time())} | told


def tell(parsed: argparse.Namespace) -> None:
    desk = connection(options(parsed))
    try:
        against = telling.tell_all(desk)
    except Taken:
        raise Ended(AWAY, [words.TURN]) from None
    except Away as away:
        raise Ended(AWAY, [words.NOT_REACHED.format(url=desk.desk.url, why=away.why)]) from None
    if against is not None:
        raise refused(*sending.reasons(against))


STEPS = {"start": start, "end": end, "tell": tell}
PARTS = {"round": round_parser}
