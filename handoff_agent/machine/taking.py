"""A note as the desk gives it, made into one that this machine keeps: with its authors, its locks and its facts."""

from typing import Any

from handoff_agent.machine.author import PERSON
from handoff_agent.machine.shelf import KeptCard, Row
from notes.rules import formats
from notes.rules.authors.origins import Origin, parse_address
from notes.rules.documents import Role
from notes.rules.texts import digest
from notes.rules.writing.verdicts import Note


def taken(card: Row, note: Row, facts: Row) -> tuple[KeptCard, Note]:
    """Numbers go on from the desk's; of older revisions only who wrote the lines that stand is known."""
    document = formats.parse(note["format"], note["text"]).document
    assert document is not None, "the desk keeps only what parses"
    lines = iter([line for section in note["sections"] for line in section["lines"]])
    kept = KeptCard(card["key"], note["format"], note["revision"], digest=digest(note["text"]), kind=card["kind"])
    births: dict[int, Row] = {}
    origins: list[Origin | None] = []
    for row in document.rows:
        line = next(lines) if row.role is Role.LINE else None
        origin = parse_address(line["id"]) if line else None
        origins.append(origin)
        if line and origin:
            births[origin.revision] = _written(origin.revision, line["author"], line["written_at"])
            if line["locked"] != (line["author"]["kind"] == PERSON):
                kept.said[line["id"]] = line["locked"]
    births[note["revision"]] = _written(note["revision"], note["updated_by"], note["updated_at"]) | {
        "tokens": note["tokens"]
    }
    kept.history = [births[number] for number in sorted(births)]
    kept.facts = [{"name": fact["name"]} | said for fact in facts["facts"] for said in fact["trail"]]
    return kept, Note(note["revision"], note["text"], document, tuple(origins))


def _written(number: int, by: dict[str, Any], at: str) -> Row:
    return {
        "number": number, "kind": by["kind"], "name": by["name"], "at": at,
        "model": by.get("model", ""), "round": None, "tokens": 0,
    }  # fmt: skip
