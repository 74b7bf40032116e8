"""Notes on this machine: saved, read and locked by the rules of the desk."""

import math
import re
from datetime import datetime
from typing import Any

from handoff_agent.client import Answer
from handoff_agent.machine import decisions, facts, refusals, said
from handoff_agent.machine.author import PERSON, Author
from handoff_agent.machine.shelf import KeptCard, Row, Shelf
from notes.rules import formats
from notes.rules.authors.origins import Origin, Origins, parse_address
from notes.rules.documents import Document, Role
from notes.rules.locks import locked_lines
from notes.rules.locks.locked_lines import Birth, Signature
from notes.rules.problems import Problem
from notes.rules.texts import digest
from notes.rules.writing.first_problems import shortened
from notes.rules.writing.patching import Patch, Replacement, patch_text
from notes.rules.writing.sent import judge_sent
from notes.rules.writing.verdicts import Accepted, Group, Note, Refused, Standing, Verdict

# Of scripts in which one sign is about a word.
WIDE = re.compile("[\u2e80-\U0010ffff]")


def tokens_of(text: str) -> int:
    """About: the tables that count exactly are the server's. Four letters of ASCII, three of other alphabets."""
    plain, wide = len(text.encode("ascii", "ignore")), len(WIDE.findall(text))
    return math.ceil(plain / 4 + (len(text) - plain - wide) / 3 + wide * 3 / 4)


def save(shelf: Shelf, kept: KeptCard, body: Row, by: Author) -> Answer:
    """What a runner calls, too, to keep a text here. The card is held by the caller."""
    base = _base(shelf, kept, body)
    if isinstance(base, Answer):
        return base
    return _settle(shelf, kept, judge_text(shelf, kept, body, base, by), body, by)


def patch(shelf: Shelf, kept: KeptCard, body: Row, by: Author) -> Answer:
    base = _base(shelf, kept, {"base_revision": kept.revision} | body)
    if isinstance(base, Answer):
        return base
    assert base is not None, "a revision is named"
    replaced = tuple(Replacement(each["with"], each.get("id"), each.get("text")) for each in body.get("replace", ()))
    text = patch_text(base.document, base.origins, Patch(body["section"], tuple(body.get("append", ())), replaced))
    if isinstance(text, str):
        return _settle(shelf, kept, judge_text(shelf, kept, body | {"text": text}, base, by), body | {"text": text}, by)
    return _settle(shelf, kept, shortened(Refused(Group.FORMAT, text)), body, by)


def check(shelf: Shelf, kept: KeptCard, body: Row, by: Author) -> Answer:
    base = _base(shelf, kept, body)
    if isinstance(base, Answer):
        return base
    return said.checked(judge_text(shelf, kept, body, base, by), kept.revision)


def judge_text(shelf: Shelf, kept: KeptCard, body: Row, base: Note | None, by: Author) -> Verdict:
    return judge_sent(
        body["text"],
        base,
        standing(shelf, kept),
        by_person=by.is_person,
        confirm=body.get("confirm", ()),
        restore_locks=body.get("on_lock") == "restore",
        format=body.get("format"),
        queued=bool(body.get("queued")),
        limit_of_project=shelf.token_limit,
    )


def standing(shelf: Shelf, kept: KeptCard) -> Standing:
    newest = shelf.newest(kept)
    if newest is None and kept.revision:
        # What the desk had before, without its text: numbers go on from there.
        newest = Note(kept.revision, "", Document(kept.format, ()), ())
    current, sources, old = facts.standing(kept)
    return Standing(
        format=kept.format,
        newest=newest,
        count=tokens_of,
        twin=lambda text: _twin(shelf, kept, text),
        locked=locked_rows(kept, newest) if newest else {},
        facts=current,
        sources=sources,
        old_values=old,
        token_limit=formats.token_limit(kept.format, shelf.token_limit),
        require_sources=shelf.require_sources,
    )


def locked_rows(kept: KeptCard, note: Note) -> dict[int, Signature]:
    said_of = {line: locked for name, locked in kept.said.items() if (line := parse_address(name))}
    return locked_lines.locked_rows(note.document, note.origins, _births(kept), said_of)


def say_of_line(shelf: Shelf, kept: KeptCard, line: Origin, *, locked: bool) -> bool | Problem:
    """False where it was so already."""
    note = shelf.newest(kept)
    index = _index(note.origins, line) if note else None
    if note is None or index is None:
        return Problem("lock.no_such_line", f"The note has no line {line} now. Look at the newest revision.")
    if (index in locked_rows(kept, note)) == locked:
        return False
    kept.said[str(line)] = locked
    shelf.put(kept)
    return True


def note_body(kept: KeptCard, note: Note) -> dict[str, Any]:
    """Line by line, as the desk gives it. Whether a commit came later the desk alone knows, and says with the card."""
    authors = {row["number"]: row for row in kept.history}
    locked = locked_rows(kept, note)
    sections: list[Row] = [{"name": section.name, "lines": []} for section in note.document.sections]
    for index, row in enumerate(note.document.rows):
        origin = note.origins[index]
        if row.role is Role.LINE and origin:
            sections[row.section]["lines"].append(_line(row.text, origin, authors[origin.revision], index in locked))
    written = authors[note.revision]
    return {
        "format": note.document.format,
        "revision": note.revision,
        "text": note.text,
        "sections": sections,
        "updated_by": {"kind": written["kind"], "name": written["name"]},
        "updated_at": written["at"],
        "tokens": written["tokens"],
    }


def report(shelf: Shelf, kept: KeptCard) -> Row:
    """What the desk is told of the newest revision: numbers, times and kinds."""
    note, written = shelf.newest(kept), kept.newest
    assert note, "there is a revision to tell of"
    assert written, "each revision has its author"
    kinds = {row["number"]: row["kind"] for row in kept.history}
    lines: dict[str, int] = {}
    for origin in filter(None, note.origins):
        lines[kinds[origin.revision]] = lines.get(kinds[origin.revision], 0) + 1
    told = {"model": written["model"]} | ({"round": written["round"]} if written["round"] else {})
    return told | {
        "revision": note.revision,
        "format": note.document.format,
        "by": written["kind"],
        "written_at": written["at"],
        "tokens": written["tokens"],
        "bytes": len(note.text.encode("utf-8", "replace")),
        "sections": len(note.document.sections),
        "locked": len(locked_rows(kept, note)),
        "lines": lines,
    }


def _settle(shelf: Shelf, kept: KeptCard, verdict: Verdict, body: Row, by: Author) -> Answer:
    if isinstance(verdict, Refused):
        path = shelf.set_aside(kept.card, f"late-{by.at:%Y%m%dT%H%M%S%f}.md", body["text"]) if verdict.late else ""
        _keep_refusal(kept, verdict.problems, body, by, late=str(path))
        shelf.put(kept)
        return said.turned_down(verdict, kept.revision)
    if verdict.unchanged:
        return said.saved(verdict, kept.revision, is_first=False)
    is_first = kept.revision == 0
    if verdict.put_back:
        _keep_refusal(kept, verdict.put_back, body, by, put_back=True)
    add(shelf, kept, verdict, body, by)
    return said.saved(verdict, kept.revision, is_first=is_first)


def _keep_refusal(kept: KeptCard, problems: tuple[Problem, ...], body: Row, by: Author, **more: Any) -> None:
    told = {"kind": by.kind, "name": by.name}
    refusals.keep(kept, problems, told, by.at, base=body.get("base_revision"), **more)


def add(shelf: Shelf, kept: KeptCard, accepted: Accepted, body: Row, by: Author) -> None:
    """The next revision."""
    number = kept.revision + 1
    kept.revision, kept.format, kept.digest = number, accepted.document.format, digest(accepted.text)
    kept.history.append(
        {
            "number": number, "kind": by.kind, "name": by.name, "at": by.at.isoformat(),
            "model": body.get("model", ""), "round": body.get("round"), "tokens": accepted.tokens,
        }
    )  # fmt: skip
    for name, fact in accepted.new_facts.items():
        decisions.put_fact(kept, name, fact, by)
    shelf.put(kept, Note(number, accepted.text, accepted.document, accepted.origins))


def _base(shelf: Shelf, kept: KeptCard, body: Row) -> Note | Answer | None:
    """The revision that a write started from; None where it is the newest."""
    number = body.get("base_revision")
    if number is None or (number == kept.revision and "section" not in body):
        return None
    found = shelf.note(kept, number) if number else shelf.note(kept, 0)
    if found is None:
        says = (
            f"There is no revision {number} here to start from; the newest is {kept.revision}. Send the one you read."
        )
        return said.refused(422, Problem("write.unknown_base", says))
    return found


def _births(kept: KeptCard) -> dict[int, Birth]:
    return {
        row["number"]: Birth(row["kind"] == PERSON, Signature(row["name"], _day(row["at"]))) for row in kept.history
    }


def _twin(shelf: Shelf, kept: KeptCard, text: str) -> str | None:
    known = digest(text)
    return next((each.card for each in shelf.cards() if each.digest == known and each.card != kept.card), None)


def _line(text: str, origin: Origin, author: Row, locked: bool) -> Row:
    by = {"kind": author["kind"], "name": author["name"], "model": author["model"]}
    return {"text": text, "author": by, "written_at": author["at"], "locked": locked, "id": str(origin)}


def _index(found: Origins, line: Origin) -> int | None:
    return next((index for index, born in enumerate(found) if born == line), None)


def _day(at: str) -> str:
    moment = datetime.fromisoformat(at)
    return f"{moment.day} {moment:%b %Y}"
