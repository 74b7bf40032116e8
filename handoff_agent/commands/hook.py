"""hook: what an agent's program calls at its events. It never fails: whatever goes wrong here, the agent works on."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from handoff_agent import words
from handoff_agent.ended import DONE, Ended
from handoff_agent.hooks import cards, compacting, ending, left, prompting, reporting, starting, stopping, switch
from handoff_agent.hooks.cards import Here
from handoff_agent.hooks.said import Said, said
from handoff_agent.work_tree import work_tree

Event = Callable[[Said, Here], str]
EVENTS: dict[str, Event] = {
    "session-start": starting.start,
    "user-prompt": prompting.prompt,
    "pre-compact": compacting.compact,
    "post-compact": compacting.compact,
    "stop": stopping.stop,
    "session-end": ending.end,
}
# What is done once the answer is out, so that it can hold nothing of it back.
FOLLOWED: dict[str, Callable[[Said, Here], None]] = {
    "session-start": reporting.begun,
    "stop": reporting.stopped,
    "session-end": reporting.ended,
}
DIALECTS = ("claude", "codex")


class WrongWords(Exception):
    """Of the command line."""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """The usual exit code, 2, would hold the agent back."""
        raise WrongWords(message)


def main(given: list[str]) -> int:
    if switch.is_off():
        return DONE
    try:
        _run(_parser().parse_args(given))
    except (Exception, KeyboardInterrupt) as error:
        _tell(f"handoff hook: {_why(error)}")
    return DONE


def _parser() -> Parser:
    parser = Parser(prog="handoff hook", description="what an agent's program calls at its events", allow_abbrev=False)
    parser.add_argument("event", choices=EVENTS)
    parser.add_argument("--dialect", choices=DIALECTS, default=DIALECTS[0], help="whose events they are")
    parser.add_argument("--part", type=int, default=1, metavar="N", help="of session-start: this part of the resume")
    return parser


def _run(parsed: argparse.Namespace) -> None:
    found = said(sys.stdin.buffer.read(), parsed.part)
    if found.of_subagent:
        return
    _stand_in(found)
    at = cards.here()
    left.follow(found, at)
    if at:
        _write(EVENTS[parsed.event](found, at))
        if follow := FOLLOWED.get(parsed.event):
            follow(found, at)


def _stand_in(found: Said) -> None:
    """Where the agent works; where that is no repository, where its project is."""
    project = os.environ.get("CLAUDE_PROJECT_DIR")
    places = [found.cwd or Path.cwd(), *([Path(project)] if project else [])]
    folders = [place for place in places if place.is_dir()]
    in_repository = (folder for folder in folders if work_tree(folder.resolve()))
    os.chdir(next(in_repository, next(iter(folders), Path.cwd())))


def _write(answer: str) -> None:
    sys.stdout.write(answer)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads it any more; at its end Python would try once more, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(line: str) -> None:
    sys.stderr.write(words.one_line(line) + "\n")


def _why(error: BaseException) -> str:
    return " ".join(error.says) if isinstance(error, Ended) else str(error) or type(error).__name__
