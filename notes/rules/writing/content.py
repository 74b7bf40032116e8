"""What the lines that a write adds or changes may not hold, and what makes a write doubtful as a whole."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from notes.rules.documents import Document
from notes.rules.facts.checks import check_fact, check_must_carry, check_sources
from notes.rules.facts.decisions import FactValue
from notes.rules.facts.kinds import DEFAULT_KIND
from notes.rules.facts.names import by_fold, check_same_name, folded
from notes.rules.facts.old_values import find_old_values
from notes.rules.formats import six_fields
from notes.rules.formats.json_notes import fields_of
from notes.rules.hygiene.characters import check_characters
from notes.rules.hygiene.elision import check_elision
from notes.rules.hygiene.secrets import check_secrets
from notes.rules.places import NewLine
from notes.rules.problems import Problem
from notes.rules.writing.verdicts import Standing

# A note of this many lines is long enough for a sudden loss of most of them to be a mistake.
SHRINK_FROM = 20


def check_new_lines(document: Document, lines: list[NewLine], by_person: bool, standing: Standing) -> Iterator[Problem]:
    """Lines that were there before were looked at when they came."""
    yield from check_secrets(lines)
    if by_person:
        return
    yield from check_characters(lines)
    yield from check_elision(lines)
    mirrors = six_fields.MIRRORS if document.format == six_fields.NAME else ()
    prose = [line for line in lines if line[0] not in mirrors]
    yield from find_old_values(prose, standing.old_values, standing.facts)


def must_carry(document: Document) -> dict[str, FactValue]:
    """The facts that a six_fields note mirrors; other formats mirror none."""
    if document.format != six_fields.NAME:
        return {}
    fields = fields_of(document)
    return {
        name: FactValue(value, DEFAULT_KIND, fields["sources"].get(name, ""))
        for name, value in fields["must_carry"].items()
    }


def check_mirror(document: Document, current: Mapping[str, str], sources: Mapping[str, str]) -> Iterator[Problem]:
    """A six_fields note agrees with the current facts; a name that is new there must be fit to become a fact."""
    if document.format != six_fields.NAME:
        return
    sent = must_carry(document)
    yield from check_must_carry({name: fact.value for name, fact in sent.items()}, current)
    yield from check_sources({name: fact.source for name, fact in sent.items()}, sources)
    yield from _check_new_facts({name: fact for name, fact in sent.items() if name not in current}, by_fold(current))


def _check_new_facts(new: Mapping[str, FactValue], known: dict[str, str]) -> Iterator[Problem]:
    for name, fact in new.items():
        problems = check_fact(name, fact.value, fact.kind, fact.source)
        # Whether a fact may go without a source is for the format to say.
        yield from (problem for problem in problems if problem.code != "fact.no_source")
        if taken := check_same_name(name, known):
            yield replace(taken, section="must_carry")
        known.setdefault(folded(name), name)


def doubts(old: Document | None, new: Document, twin: str | None) -> Iterator[Problem]:
    """What is more often a mistake than meant; the writer may confirm it."""
    before, left = old.line_count if old else 0, new.line_count
    if before >= SHRINK_FROM and left * 2 < before:
        says = (
            f"This takes the note from {before} lines to {left}. "
            "Send the whole note, or confirm `write.shrinks` if you mean it."
        )
        yield Problem("write.shrinks", says)
    if twin:
        says = f"This is the note of {twin}, word for word. Check the card, or confirm `write.other_card`."
        yield Problem("write.other_card", says)
