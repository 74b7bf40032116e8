"""The command `handoff`: finds the module of a command and loads no other."""

import argparse
import sys
from importlib import import_module
from typing import NamedTuple

from handoff_agent.ended import DONE, WRONG_USE, Ended


class Command(NamedTuple):
    module: str
    says: str


COMMANDS = {
    "show": Command("notes", "prints the note of a card"),
    "save": Command("notes", "saves the whole note"),
    "check": Command("notes", "says what a save would meet; writes nothing"),
    "append": Command("notes", "adds lines to one section of the note"),
    "resume": Command("resume", "prints what the next session of a card needs"),
    "hand-off": Command("handoffs", "hands the note, the facts and the next action to a receiver"),
    "read-back": Command("handoffs", "restates what was handed over; it is compared exactly"),
    "ask": Command("decisions", "asks a person for a decision"),
    "answer": Command("decisions", "prints the answer to a decision, and waits for it"),
    "reply": Command("decisions", "replies to what a person asked back"),
    "fact": Command("facts", "prints a must-carry fact, or sets it"),
    "card": Command("cards", "makes or changes a card"),
    "round": Command("rounds", "starts a round and says what it costs both ways, or ends one"),
    "track": Command("track", "ties this branch to a card, which may then be left out"),
    "untrack": Command("track", "unties it"),
    "edit": Command("machine", "edits a note that is kept on this machine; for people"),
    "lock": Command("machine", "locks a line of it, so that agents keep it word for word; for people"),
    "hand-back": Command("machine", "hands a line of it back to agents; for people"),
    "decisions": Command("machine", "lists the decisions that wait on this machine"),
    "decide": Command("machine", "answers one of them; for people"),
    "refused": Command("machine", "lists the writes to a note on this machine that were refused, or came late"),
    "keep": Command("machine", "takes a note from the desk to this machine, before it goes off the desk"),
    "convert": Command("convert", "turns a note into another format; needs no desk"),
    "sort": Command("sort", "says what of a session to pass word for word, to summarise, to drop; needs no desk"),
    "summarise": Command("summarise", "writes the note of a session that ended without one, from its record"),
    "mcp": Command("mcp", "the tools of the desk for an agent, over stdin and stdout"),
    "runner": Command("runner", "keeps the notes in work trees and the desk in step, until it is stopped"),
    "queue": Command("queue", "shows what waits to be sent, and what was refused"),
    "hook": Command("hook", "what an agent's program calls at its events"),
    "codex-setup": Command("codex_setup", "writes the hooks for Codex into this repository"),
    "doctor": Command("doctor", "says what is set, whether the desk answers, and how to mend it"),
}
COMMON = (("url", "the address of the desk"), ("project", "the project on it"))


def main(words: list[str] | None = None) -> int:
    given = sys.argv[1:] if words is None else words
    _speak_utf8()
    if not given or given[0] in ("-h", "--help", "help"):
        sys.stdout.write(overview())
        return DONE if given else WRONG_USE
    if given[0] == "hook":
        # Its wrong use must not hold an agent back either.
        return int(import_module("handoff_agent.commands.hook").main(given[1:]))
    command = COMMANDS.get(given[0])
    if command is None:
        sys.stderr.write(f"handoff has no command “{given[0]}”. `handoff --help` lists them.\n")
        return WRONG_USE
    try:
        return _run(given[0], command, given[1:])
    except Ended as end:
        sys.stdout.write(end.out)
        sys.stdout.flush()
        sys.stderr.write("".join(f"{line}\n" for line in end.says))
        return end.code
    except BrokenPipeError:
        return DONE
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        sys.stderr.write(f"handoff cannot use a file that it needs: {error}. See `handoff doctor`.\n")
        return WRONG_USE


def _run(name: str, command: Command, given: list[str]) -> int:
    module = import_module(f"handoff_agent.commands.{command.module}")
    parser = argparse.ArgumentParser(prog=f"handoff {name}", description=command.says, allow_abbrev=False)
    for option, says in COMMON:
        parser.add_argument(f"--{option}", help=says)
    run = module.PARTS[name](parser)
    options = parser.parse_args(given)
    run(options)
    return DONE


def overview() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {command.says}" for name, command in COMMANDS.items()]
    return "\n".join(["usage: handoff COMMAND …, and `handoff COMMAND --help`", "", *lines, ""])


def _speak_utf8() -> None:
    """Whatever the machine speaks: a note is UTF-8, and its line ends are its own."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
