"""fact: prints a must-carry fact, or sets it."""

import argparse
from collections.abc import Callable

from handoff_agent import sending
from handoff_agent.connection import connection, tell
from handoff_agent.ended import refused, wrong_use
from handoff_agent.given import filled, options, words_of
from handoff_agent.spool import Write
from handoff_agent.stdout import say, say_json

USE = "handoff fact [CARD] NAME, or handoff fact [CARD] NAME VALUE --source S"


def fact_parser(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], None]:
    parser.add_argument("words", nargs="+", metavar="[CARD] NAME [VALUE]", help="with a value it is set")
    parser.add_argument("--source", help="where the value comes from; required with a value")
    parser.add_argument("--kind", help="text, whole_number, decimal, date, date_time: what the value is")
    parser.add_argument("--replaces", metavar="V", help="the current value, where another source's is to give way")
    parser.add_argument("--json", action="store_true", help="with its trail")
    return fact


def fact(parsed: argparse.Namespace) -> None:
    """Two words are a card and a name, but with --source a name and its value."""
    given = words_of(parsed.words, 3, f"Give {USE}.")
    if parsed.source is None and len(given) == 3:
        raise wrong_use(f"A value needs its source: {USE}.")
    if parsed.source is not None and len(given) == 1:
        raise wrong_use(f"A source needs its value: {USE}.")
    if parsed.source is None:
        _print(parsed, given)
    else:
        _set(parsed, given)


def _print(parsed: argparse.Namespace, given: list[str]) -> None:
    *card, name = given
    desk = connection(options(parsed))
    found = desk.get(desk.on_card(desk.card(*card), "facts", name)).json
    if parsed.json:
        say_json(found)
        return
    say(f"{found['value']}\n")
    if found["state"] == "disputed":
        tell(f"{name} is in dispute: another source says something else, and a person is asked.")


def _set(parsed: argparse.Namespace, given: list[str]) -> None:
    *card, name, value = given
    desk = connection(options(parsed))
    key = desk.card(*card)
    body = {"value": value, "source": parsed.source} | filled(kind=parsed.kind, replaces=parsed.replaces)
    answer = desk.put(Write("fact", key, "PUT", desk.on_card(key, "facts", name), body))
    if parsed.json:
        say_json(answer.json)
    if not answer.is_done:
        raise refused(*sending.reasons(answer))
    if not parsed.json:
        say(f"{answer.json.get('value', value)}\n")


PARTS = {"fact": fact_parser}
