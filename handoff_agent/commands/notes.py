"""show, save, check, append: the note of a card."""

import argparse
import json
from collections.abc import Callable
from typing import Any

from handoff_agent import last_read, sending, words
from handoff_agent.client import Answer
from handoff_agent.commands import refusals
from handoff_agent.connection import Connection, connection, tell
from handoff_agent.ended import Ended, refused, wrong_use
from handoff_agent.given import STDIN, filled, is_file, options, text_of
from handoff_agent.hooks.saved import put_note
from handoff_agent.last_read import LastRead
from handoff_agent.sections import SECTIONS
from handoff_agent.spool import Write
from handoff_agent.stdout import say, say_json

Run = Callable[[argparse.Namespace], None]


def show_parser(parser: argparse.ArgumentParser) -> Run:
    parser.add_argument("card", nargs="?", help="its key; left out, the tracked card")
    parser.add_argument("--json", action="store_true", help="line by line, with authors and locks")
    parser.add_argument("--revision", type=int, metavar="N", help="as it was then")
    return show


def show(parsed: argparse.Namespace) -> None:
    desk = connection(options(parsed))
    card = desk.card()
    parts = ["revisions", str(parsed.revision)] if parsed.revision else []
    try:
        note = desk.get(desk.on_card(card, "note", *parts)).json
    except Ended as end:
        if not parsed.revision and any("[note.not_found]" in says for says in end.says):
            last_read.remember(desk.read_before(card), LastRead(0))
        raise
    # What is read to be changed is the newest; an old one is looked at.
    if not parsed.revision:
        last_read.remember(desk.read_before(card), LastRead(int(note["revision"])))
    if parsed.json:
        say_json(note)
        return
    tell(f"{card}: revision {note['revision']}, {note['format']}")
    say(str(note["text"]))


def save_parser(parser: argparse.ArgumentParser) -> Run:
    _write_options(parser)
    parser.add_argument("words", nargs="*", metavar="[CARD] [FILE|-]", help="left out: the tracked card, and stdin")
    return save


def check_parser(parser: argparse.ArgumentParser) -> Run:
    _write_options(parser)
    parser.add_argument("words", nargs="*", metavar="[CARD] [FILE|-]", help="left out: the tracked card, and stdin")
    return check


def append_parser(parser: argparse.ArgumentParser) -> Run:
    _write_options(parser)
    parser.add_argument("words", nargs="+", metavar="[CARD] SECTION LINE", help="the section, and the lines to add")
    return append


def save(parsed: argparse.Namespace) -> None:
    desk, card, file = _card_and_file(parsed)
    body = _body(parsed) | {"text": text_of(file)}
    answer = put_note(
        desk, Write("save", card, "PUT", desk.on_card(card, "note"), body, read=desk.read_before(card), is_save=True)
    )
    _told(card, parsed, answer)


def check(parsed: argparse.Namespace) -> None:
    desk, card, file = _card_and_file(parsed)
    body = _body(parsed) | {"text": text_of(file)}
    last = last_read.recall(desk.read_before(card))
    if last and not last.after and "base_revision" not in body:
        body |= {"base_revision": last.revision}
    found = desk.post(desk.on_card(card, "note", "check"), body).json
    problems = Answer(found["status"], json.dumps(found))
    if parsed.json:
        say_json(found)
    for warning in found.get("warnings", []):
        tell(sending.reason(warning))
    if not found["ok"]:
        more = _repaired(card, parsed, found | {"base_revision": found["revision"]})
        raise refused(*sending.reasons(problems), *more)
    if not parsed.json:
        say(f"A save would go through ({found['status']}).\n")


def append(parsed: argparse.Namespace) -> None:
    desk = connection(options(parsed))
    given = list(parsed.words)
    left_out = len(given) == 2 or given[0].casefold() in SECTIONS
    card = desk.card(None if left_out or parsed.card else given.pop(0))
    if len(given) < 2:
        raise wrong_use("Give a section and at least one line: handoff append [CARD] SECTION LINE…")
    body = _body(parsed) | {"section": given[0], "append": given[1:]}
    answer = put_note(desk, Write("append", card, "PATCH", desk.on_card(card, "note"), body))
    _told(card, parsed, answer)


def _write_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--card", metavar="KEY", help="says the card beyond doubt")
    parser.add_argument("--base", type=int, metavar="N", help="the revision that you started from")
    parser.add_argument("--confirm", action="append", metavar="CODE", help="what was doubted is meant")
    parser.add_argument("--on-lock", choices=["refuse", "restore"], help="restore: put locked lines back")
    parser.add_argument("--model", help="the model that wrote it")
    parser.add_argument("--round", type=int, metavar="N", help="the round that it belongs to")
    parser.add_argument("--json", action="store_true", help="the whole answer of the desk on stdout")


def _body(parsed: argparse.Namespace) -> dict[str, Any]:
    return filled(
        base_revision=parsed.base, confirm=parsed.confirm, on_lock=parsed.on_lock,
        model=parsed.model, round=parsed.round,
    )  # fmt: skip


def _card_and_file(parsed: argparse.Namespace) -> tuple[Connection, str, str]:
    """One word is the file where a card is known and such a file is there."""
    desk, given = connection(options(parsed)), list(parsed.words)
    if len(given) > 2 or (parsed.card and len(given) > 1):
        raise wrong_use("Give a card and a file, no more: [CARD] [FILE|-]")
    if len(given) == 2:
        return desk, given[0], given[1]
    if given and (parsed.card or (desk.settings.card and is_file(given[0]))):
        return desk, desk.card(), given[0]
    return desk, desk.card(given[0] if given else None), STDIN


def _told(card: str, parsed: argparse.Namespace, answer: Answer) -> None:
    body = answer.json
    if parsed.json:
        say_json(body)
    if not answer.is_done:
        more = _repaired(card, parsed, body) or _conflict(card, answer)
        raise refused(*sending.reasons(answer), *more)
    if body.get("late"):
        raise refused(*(words.LATE.format(says=reason) for reason in sending.reasons(answer)))
    for warning in body.get("warnings", []):
        tell(sending.reason(warning))
    for line in body.get("restored", []):
        tell(words.RESTORED.format(says=sending.reason(line)))
    for name, says in (("merged", words.MERGED), ("unchanged", words.UNCHANGED)):
        if body.get(name):
            tell(says)
    if not parsed.json:
        say(f"{card}: revision {body.get('revision')}\n")


def _conflict(card: str, answer: Answer) -> list[str]:
    if answer.status != 409 or "base_revision" not in answer.json:
        return []
    base = str(answer.json["base_revision"])
    return [words.CONFLICT, words.command("show", card), words.command("save", card, "FILE", "--base", base)]


def _repaired(card: str, parsed: argparse.Namespace, body: dict[str, Any]) -> list[str]:
    options_kept = [
        *(word for code in parsed.confirm or () for word in ("--confirm", code)),
        *(("--model", parsed.model) if parsed.model else ()),
        *(("--round", str(parsed.round)) if parsed.round else ()),
    ]
    return refusals.repaired(card, body, options_kept)


PARTS = {
    "show": show_parser,
    "save": save_parser,
    "check": check_parser,
    "append": append_parser,
}
