"""queue: what waits to be sent, what was refused when it was sent later, and what to do with it."""

import argparse
import time
from collections.abc import Callable
from typing import Any

from handoff_agent import sending, spool, words
from handoff_agent.connection import connection
from handoff_agent.ended import AWAY, Away, Ended, refused
from handoff_agent.given import options
from handoff_agent.settings import token, token_of_summariser
from handoff_agent.spool import Entry, Spool
from handoff_agent.stdout import say

SHORTEST = 6


def queue_parser(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], None]:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--send", action="store_true", help="sends what waits")
    what.add_argument("--show", metavar="ID", help="prints what was to be sent")
    what.add_argument("--drop", metavar="ID", help="takes it out, for ever")
    what.add_argument("--adopt", action="store_true", help="takes over what waits for this desk under another token")
    return queue


def queue(parsed: argparse.Namespace) -> None:
    if parsed.send:
        _send(parsed)
    elif parsed.adopt:
        _adopt(parsed)
    elif parsed.show:
        _, entry, _ = _named(parsed.show)
        say(entry.body + "\n")
    elif parsed.drop:
        _drop(parsed.drop)
    else:
        _list()


def _list() -> None:
    lines = [line for found, about in spool.spools() for line in _lines(found, about)]
    say("\n".join(lines) + "\n" if lines else "Nothing waits, and nothing was refused.\n")


def _lines(found: Spool, about: dict[str, Any]) -> list[str]:
    where = f"for {about['project']} at {about['url']}"
    lines = [f"waits    {_line(entry)} {where}" for entry in found.entries()]
    for entry in found.aside():
        lines += [f"refused  {_line(entry)} {where}", *(f"         {reason}" for reason in entry.reasons)]
    return lines


def _line(entry: Entry) -> str:
    made = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.made_at))
    return words.one_line(f"{entry.id[:8]}  {made}  {sending.what(entry)}")


def _send(parsed: argparse.Namespace) -> None:
    """The agent's own, and what its summariser wrote."""
    desks = [connection(options(parsed), held_by).desk for held_by in (token, token_of_summariser)]
    dealt_with = sum(map(_send_all, {desk.spool.folder: desk for desk in desks}.values()))
    say(f"Dealt with {words.count_of(dealt_with, 'write', 'writes')}.\n")


def _send_all(desk: sending.Desk) -> int:
    before = len(desk.spool.entries())
    try:
        stopped = sending.send_all(desk)
    except Away as away:
        says = words.NOT_REACHED.format(url=desk.url, why=away.why)
        raise Ended(AWAY, [says, f"Kept: {words.waiting(len(desk.spool.entries()))}."]) from None
    if stopped is not None:
        raise refused(*sending.reasons(stopped), f"Kept: {words.waiting(len(desk.spool.entries()))}.")
    return before - len(desk.spool.entries())


def _adopt(parsed: argparse.Namespace) -> None:
    """After a token was changed: the new one says who wrote. In order, behind what waits here already."""
    found = connection(options(parsed))
    own, taken = found.desk.spool, 0
    summarisers = connection(options(parsed), token_of_summariser).desk.spool
    for other, about in spool.spools():
        of_others = other.folder not in (own.folder, summarisers.folder)
        if of_others and (about["url"], about["project"]) == (found.desk.url, found.project):
            taken += own.adopt(other)
    say(f"Took over {words.count_of(taken, 'write', 'writes')}.\n")


def _drop(prefix: str) -> None:
    found, entry, is_aside = _named(prefix)
    if is_aside:
        found.drop_aside(entry)
    else:
        with found.turn(sending.TURN_SECONDS), found.ordering():
            found.settle(entry, None)
            found.drop(entry)
    say(f"Dropped: {words.one_line(sending.what(entry))}\n")


def _named(prefix: str) -> tuple[Spool, Entry, bool]:
    matches = [
        (found, entry, is_aside)
        for found, _ in spool.spools()
        for is_aside, entries in ((False, found.entries()), (True, found.aside()))
        for entry in entries
        if len(prefix) >= SHORTEST and entry.id.startswith(prefix)
    ]
    if len(matches) != 1:
        raise refused(f"There is no write “{words.one_line(prefix)}”: `handoff queue` lists their ids.")
    return matches[0]


PARTS = {"queue": queue_parser}
