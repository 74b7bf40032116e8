"""convert: a note in another format, and what that one cannot hold. Needs no desk."""

import argparse
import json
from collections.abc import Callable

from handoff_agent import words
from handoff_agent.connection import tell
from handoff_agent.ended import refused
from handoff_agent.given import text_of
from handoff_agent.stdout import say
from notes.rules import formats
from notes.rules.documents import Document
from notes.rules.formats import convert as rule
from notes.rules.formats import free, nine_sections, six_fields, twelve_fields
from notes.rules.formats.convert import Lost, Renamed
from notes.rules.problems import Problem

BEFORE = "the text before the first heading"


def convert_parser(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], None]:
    parser.add_argument("file", metavar="FILE|-")
    parser.add_argument("--to", required=True, choices=formats.FORMATS)
    parser.add_argument("--from", dest="start", choices=formats.FORMATS, help="left out, the format is found")
    return convert


def convert(parsed: argparse.Namespace) -> None:
    text = text_of(parsed.file)
    document = _document(parsed.start or _format_of(text), text)
    found = rule.convert(document, parsed.to)
    say(found.text)
    for line in (*map(_renamed, found.renamed), *(line for lost in found.lost for line in _lost(parsed.to, lost))):
        tell(words.one_line(line))
    if found.problems:
        raise refused(f"This is no note in {parsed.to} yet:", *map(_says, found.problems))


def _renamed(found: Renamed) -> str:
    headings = " and ".join(f"“{heading or BEFORE}”" for heading in found.headings)
    joined = f"{headings} are joined, in this order," if len(found.headings) > 1 else f"{headings} is"
    return f"{joined} under {found.section}."


def _lost(to: str, lost: Lost) -> list[str]:
    name = lost.section or BEFORE
    if not lost.lines:
        return [f"{to} has no place for the heading {name}."]
    return [f"{to} has no place for {name}:", *(f"  {line}" for line in lost.lines)]


def _document(start: str, text: str) -> Document:
    reading = formats.read(start, text)
    if reading.document is None:
        raise refused(*map(_says, reading.problems))
    for problem in reading.problems:
        tell(_says(problem))
    return reading.document


def _format_of(text: str) -> str:
    """JSON by its fields; Markdown is free unless all its sections are of the nine."""
    try:
        fields = json.loads(formats.normalise(text))
    except ValueError:
        fields = None
    if isinstance(fields, dict):
        return six_fields.NAME if set(fields) & set(six_fields.TYPES) else twelve_fields.NAME
    reading = formats.read(nine_sections.NAME, text)
    return free.NAME if reading.problems else nine_sections.NAME


def _says(problem: Problem) -> str:
    return words.one_line(f"{problem.says} [{problem.code}]")


PARTS = {"convert": convert_parser}
