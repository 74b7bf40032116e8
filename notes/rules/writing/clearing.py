"""What stands in place of a note whose work succeeded: nothing that could lead the next run astray."""

from collections.abc import Mapping
from dataclasses import replace

from notes.rules import formats
from notes.rules.documents import Document, Shape
from notes.rules.facts.decisions import FactValue
from notes.rules.facts.kinds import DEFAULT_KIND
from notes.rules.resuming.findings import Finding, Worth
from notes.rules.resuming.first_note import first_note
from notes.rules.writing.judge import judge
from notes.rules.writing.verdicts import Standing, Verdict, Write

CLEARED = "The last run succeeded, so its note was cleared. The history keeps it."
NOTHING_LEFT = "Nothing is left to do of that run."
# That it takes most of the note away is what is meant here.
CONFIRMED = frozenset({"write.shrinks", "write.other_card"})


def judge_cleared(standing: Standing, title: str) -> Verdict:
    """What people locked stays, whoever says that the run succeeded."""
    facts = {
        name: FactValue(value, DEFAULT_KIND, standing.sources.get(name, "")) for name, value in standing.facts.items()
    }
    text = cleared(standing.format, title, facts)
    return judge(Write(text, by_person=False, base=None, confirm=CONFIRMED, restore_locks=True), standing)


def cleared(format: str, title: str, facts: Mapping[str, FactValue]) -> str:
    """A note of the format, with the title as its goal."""
    said = (("Done", CLEARED), ("Next", NOTHING_LEFT))
    return first_note([Finding(name, (f"- {line}",), Worth.GOAL) for name, line in said], format, title, facts)


def before_more(
    document: Document, title: str, facts: Mapping[str, FactValue], locked: frozenset[str]
) -> Document | None:
    """What something is added to: a cleared note counts as none. Beside lines that people locked only its own go."""
    if formats.render(document) == cleared(document.format, title, facts):
        return None
    own = {f"{mark}{line}" for line in (CLEARED, NOTHING_LEFT) for mark in ("", "- ")} - locked
    kept = [
        section if section.shape is Shape.TEXT else replace(section, lines=_without(section.lines, own))
        for section in document.sections
    ]
    return formats.parse(document.format, formats.render(replace(document, sections=tuple(kept)))).document


def _without(lines: tuple[str, ...], own: set[str]) -> tuple[str, ...]:
    return tuple(line for line in lines if line not in own)
