"""summarise: the note of a session that ended without one, from its record: by a model, or by code alone."""

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from handoff_agent import words
from handoff_agent.client import Answer
from handoff_agent.connection import Connection, connection, tell
from handoff_agent.ended import wrong_use
from handoff_agent.given import options
from handoff_agent.hooks.cards import Here
from handoff_agent.settings import SUMMARISERS, token_of_summariser
from handoff_agent.stdout import say
from handoff_agent.summarising.choice import Choice, choice, remarks
from handoff_agent.summarising.ended import write_ended
from handoff_agent.summarising.records import session_in
from handoff_agent.summarising.standing import on_desk, require_wanted
from handoff_agent.summarising.writing import Writing, Written, saving

OUTCOMES = ("killed", "cancelled", "timed_out", "failed")


def summarise_parser(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], None]:
    parser.add_argument("card", nargs="?", help="its key; left out, the tracked card")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--transcript", metavar="FILE", help="the record of Claude Code or Codex, or a stream")
    what.add_argument("--ended", action="store_true", help="of sessions here that left none, where it is due")
    parser.add_argument("--outcome", choices=OUTCOMES, help="how the session ended")
    parser.add_argument("--extract", action="store_true", help="without a model")
    parser.add_argument("--print", action="store_true", dest="shown", help="prints the note and saves nothing")
    parser.add_argument("--round", type=int, metavar="N", help="the round that it belongs to")
    return summarise


def summarise(parsed: argparse.Namespace) -> None:
    desk = connection(options(parsed), token_of_summariser)
    _require_program(desk)
    card, top = desk.card(), desk.settings.tree.top if desk.settings.tree else Path.cwd()
    for remark in remarks(top):
        tell(remark)
    chosen = choice(top)
    if chosen.is_off:
        tell((words.OFF_ENDED if parsed.ended else words.OFF).format(source=chosen.source))
    if parsed.extract:
        chosen = replace(chosen, command=())
    if parsed.ended:
        _of_ended(desk, card, chosen)
    else:
        _of_file(desk, card, parsed, top, chosen)


def _require_program(desk: Connection) -> None:
    """What a machine wrote must never count as a person's words."""
    if desk.get("/whoami").json["by"]["kind"] == "person":
        raise wrong_use(words.PERSONS_TOKEN.format(variable=SUMMARISERS))


def _of_ended(desk: Connection, card: str, chosen: Choice) -> None:
    at = Here(card, desk.desk.url, desk.project, desk.settings.tree)
    written = write_ended(desk, at, chosen, tell)
    say("".join(f"{card}: written by {each.by}\n" for each in written) or f"{card}: no note is due\n")


def _of_file(desk: Connection, card: str, parsed: argparse.Namespace, top: Path, chosen: Choice) -> None:
    path = Path(parsed.transcript)
    if not path.is_file():
        raise wrong_use(words.NO_FILE.format(path=path, why="it is no file"))
    found, ended_at = on_desk(desk, card), min(path.stat().st_mtime, time.time())
    require_wanted(desk, card, found, parsed.round, ended_at)
    session = session_in(path, top, ended_at, parsed.outcome or "")
    send = _nowhere if parsed.shown else saving(desk, card, found.revision, parsed.round)
    written = Writing(session, found, chosen, send, tell).write()
    say(written.text if parsed.shown else f"{card}: written by {written.by}\n")


def _nowhere(written: Written) -> Answer | None:  # noqa: ARG001
    return None


PARTS = {"summarise": summarise_parser}
