"""edit, lock, hand-back, decisions, decide, refused, keep: what people do where the text is kept on this machine."""

import argparse
import getpass
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from handoff_agent import machine_door, places, private_files, sending, words
from handoff_agent.connection import Connection, connection, tell
from handoff_agent.ended import AWAY, Away, Ended, refused, wrong_use
from handoff_agent.given import options, text_of, words_of
from handoff_agent.machine import decisions as rule
from handoff_agent.machine import notes, taking
from handoff_agent.machine.author import PERSON, Author
from handoff_agent.machine.here import Here
from handoff_agent.machine.shelf import KeptCard, Shelf, shelf_of
from handoff_agent.places import Place
from handoff_agent.stdout import say
from notes.rules.authors.origins import parse_address
from notes.rules.problems import Problem
from notes.rules.writing.verdicts import Note

Run = Callable[[argparse.Namespace], None]
EDITS = "edits"
NOT_HERE = "The note of this project is kept on the desk: {what} there, at {url}."
NO_TERMINAL = "Only a person does this, at a terminal: an agent asks a person with `handoff ask`."


def edit_parser(parser: argparse.ArgumentParser) -> Run:
    parser.add_argument("card", nargs="?", help="its key; left out, the tracked card")
    parser.add_argument("--from", dest="file", metavar="FILE", help="goes on from this text instead of the note")
    return edit


def edit(parsed: argparse.Namespace) -> None:
    """In $VISUAL or $EDITOR. Lines that are new or changed are the person's, and locked."""
    by, desk, here = _person(parsed, "edit it")
    card = desk.card()
    kept = _kept(here, card)
    note = here.shelf.newest(kept)
    path = private_files.state_folder() / EDITS / f"{by.at:%Y%m%dT%H%M%S%f}.md"
    private_files.write(path, text_of(parsed.file) if parsed.file else note.text if note else "")
    _editor(path)
    body = {"text": text_of(str(path)), "base_revision": kept.revision}
    with here.holding(kept) as kept:
        answer = notes.save(here.shelf, kept, body, by)
        here.tell_written(kept, answer, by)
    if not answer.is_done:
        says = f"What you wrote is in {words.one_line(str(path))}; go on from it with:"
        raise refused(*sending.reasons(answer), says, words.command("edit", card, "--from", str(path)))
    path.unlink(missing_ok=True)
    if answer.json["unchanged"]:
        tell(words.UNCHANGED)
    say(f"{card}: revision {kept.revision}\n")


def lock_parser(parser: argparse.ArgumentParser) -> Run:
    return _line(parser, locked=True)


def hand_back_parser(parser: argparse.ArgumentParser) -> Run:
    return _line(parser, locked=False)


def _line(parser: argparse.ArgumentParser, *, locked: bool) -> Run:
    parser.add_argument(
        "words", nargs="+", metavar="[CARD] LINE", help="its address, such as r4-2: `handoff show --json`"
    )

    def run(parsed: argparse.Namespace) -> None:
        *given, address = words_of(parsed.words, 2, "Give a line by its address, such as r4-2.")
        line = parse_address(address)
        if line is None:
            raise wrong_use(
                f"{words.one_line(address)} is no address of a line: `handoff show --json` has them as `id`."
            )
        _, desk, here = _person(parsed, "lock its lines" if locked else "hand its lines back")
        card = desk.card(*given)
        with here.holding(_kept(here, card)) as kept:
            found = notes.say_of_line(here.shelf, kept, line, locked=locked)
        if isinstance(found, Problem):
            raise refused(f"{found.says} [{found.code}]")
        say(("Locked.\n" if locked else "Handed back.\n") if found else "Nothing was changed.\n")

    return run


def decisions_parser(parser: argparse.ArgumentParser) -> Run:  # noqa: ARG001
    return decisions


def decisions(parsed: argparse.Namespace) -> None:
    """Those that wait, of all cards of the project."""
    here = _here(connection(options(parsed)), "see its decisions")
    waiting = [(kept, row) for kept in here.shelf.cards() for row in kept.decisions if row["state"] == rule.OPEN]
    if not waiting:
        say("No decision waits on this machine.\n")
    for kept, row in waiting:
        say(_told(kept, row))


def refused_parser(parser: argparse.ArgumentParser) -> Run:
    parser.add_argument("card", nargs="?", help="its key; left out, the tracked card")
    return refused_writes


def refused_writes(parsed: argparse.Namespace) -> None:
    """Newest first, with every reason, and the file of what came late."""
    desk = connection(options(parsed))
    card = desk.card()
    kept = _here(desk, "see what was refused").shelf.card(card)
    if kept is None or not kept.refusals:
        say(f"No write to {words.one_line(card)} was refused on this machine.\n")
        return
    for row in reversed(kept.refusals):
        say(_refusal(row))


def decide_parser(parser: argparse.ArgumentParser) -> Run:
    parser.add_argument("id", type=int, metavar="ID", help="the number of the decision")
    parser.add_argument("value", metavar="VALUE", help="one of the options, or another answer")
    return decide


def decide(parsed: argparse.Namespace) -> None:
    by, _, here = _person(parsed, "decide")
    found = rule.find(here.shelf, parsed.id)
    if found is None:
        raise refused(f"This machine keeps no decision {parsed.id}: `handoff decisions` lists those that wait.")
    with here.holding(found[0]) as kept:
        row = rule.of(kept, parsed.id) or found[1]
        if problems := rule.answer(kept, row, parsed.value, by):
            raise refused(*(words.one_line(f"{problem.says} [{problem.code}]") for problem in problems))
        here.shelf.put(kept)
        say(f"Decision {parsed.id} is answered.\n")


def keep_parser(parser: argparse.ArgumentParser) -> Run:
    parser.add_argument("card", nargs="?", help="its key; left out, the tracked card")
    parser.add_argument("--print", action="store_true", dest="shown", help="prints what this machine keeps of it")
    return keep


def keep(parsed: argparse.Namespace) -> None:
    """Before a project's text goes off the desk: takes a card's note and facts to this machine."""
    desk = connection(options(parsed))
    shelf, card = shelf_of(*machine_door.root_of(desk.desk)), desk.card()
    kept = shelf.card(card)
    note = shelf.newest(kept) if kept else None
    if parsed.shown:
        if note is None:
            raise refused(f"This machine keeps no note of {words.one_line(card)}.")
        say(note.text)
        return
    if note and _is_here(desk):
        raise refused(f"This machine keeps the note of {words.one_line(card)} already; nothing was changed.")
    about, text, facts = (desk.get(desk.on_card(card, *more)).json for more in ((), ("note",), ("facts",)))
    taken, newest = taking.taken(about, text, facts)
    if kept and note:
        taken = _instead(shelf, kept, note, taken)
    with shelf.holding(taken.card):
        shelf.put(taken, newest)
    say(f"{taken.card}: revision {taken.revision} is kept on this machine too.\n")


def _is_here(desk: Connection) -> bool:
    """As the desk says now: it may have been chosen anew."""
    place = places.asked(desk.desk.url, desk.desk.token, desk.desk.spool)
    return isinstance(place, Place) and place.on_machine


def _instead(shelf: Shelf, kept: KeptCard, note: Note, taken: KeptCard) -> KeptCard:
    """The desk went on after this machine: its note is the newer one, and the older stays in a file."""
    card = words.one_line(kept.card)
    if kept.revision >= taken.revision:
        says = f"This machine keeps revision {kept.revision} of {card}, the desk {taken.revision}: nothing was changed."
        raise refused(says, "Save what still holds of it on the desk: handoff keep --print, then handoff save.")
    path = shelf.set_aside(kept.card, f"kept-{kept.revision}.md", note.text)
    tell(f"What this machine kept of {card} before, revision {kept.revision}, is in {words.one_line(str(path))}.")
    return replace(taken, decisions=kept.decisions, handoffs=kept.handoffs, refusals=kept.refusals)


def _person(parsed: argparse.Namespace, what: str) -> tuple[Author, Connection, Here]:
    """By the login at this machine: what an agent's shell calls has no terminal."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise refused(NO_TERMINAL)
    desk = connection(options(parsed))
    return Author(PERSON, getpass.getuser(), datetime.now(UTC)), desk, _here(desk, what)


def _here(desk: Connection, what: str) -> Here:
    try:
        place = desk.place(holds_text=True)
    except Away as away:
        raise Ended(AWAY, [words.NOT_REACHED.format(url=desk.desk.url, why=away.why)]) from None
    if not isinstance(place, Place) or not place.on_machine:
        raise refused(NOT_HERE.format(what=what, url=f"{desk.desk.url}/p/{desk.project}/"))
    found: Here = machine_door.here(desk.desk, desk.in_project(), place, desk.put)
    return found


def _kept(here: Here, card: str) -> KeptCard:
    try:
        found = here.kept(card)
    except Away as away:
        raise Ended(AWAY, [away.why, words.NOT_KNOWN_HERE]) from None
    if isinstance(found, KeptCard):
        return found
    raise refused(*sending.reasons(found))


def _editor(path: Path) -> None:
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    ran = subprocess.run([*shlex.split(command), str(path)], check=False)
    if ran.returncode:
        raise refused(f"{command} ended with {ran.returncode}: nothing was saved. Your text is in {path}.")


def _refusal(row: dict[str, Any]) -> str:
    lines = [f"{row['at'][:16].replace('T', ' ')} UTC  {row['by']['name']} ({row['by']['kind']})"]
    lines += [f"    {problem['says']} [{problem['code']}]" for problem in row["problems"]]
    lines += [f"    late, not applied: {row['late']}"] if row["late"] else []
    lines += ["    saved, with the locked lines put back"] if row["put_back"] else []
    return "".join(f"{words.one_line(line)}\n" for line in lines)


def _told(kept: KeptCard, row: dict[str, Any]) -> str:
    lines = [f"{row['id']}  {kept.card}: {row['decision']}"]
    lines += [f"    - {each['value']}" + (f"  ({each['source']})" if each["source"] else "") for each in row["options"]]
    for name in ("evidence", "untrusted"):
        lines += [f"    {name}: {each['text']}" for each in row[name]]
    return "".join(f"{words.one_line(line)}\n" for line in lines)


PARTS = {
    "edit": edit_parser,
    "lock": lock_parser,
    "hand-back": hand_back_parser,
    "decisions": decisions_parser,
    "decide": decide_parser,
    "keep": keep_parser,
    "refused": refused_parser,
}
