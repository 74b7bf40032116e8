"""JSON with six fields: a goal, what is done, exact facts with sources, open questions and one next action."""

from collections.abc import Iterator
from typing import Any

from notes.rules.documents import Document
from notes.rules.formats import json_notes
from notes.rules.formats.reading import Reading
from notes.rules.problems import Problem

NAME = "six_fields"
TYPES: dict[str, type] = {
    "goal": str,
    "done": list,
    "must_carry": dict,
    "open_questions": list,
    "next_action": str,
    "sources": dict,
}
FILLED = ("goal", "next_action")
# These two mirror the facts of the card and follow them; a lock would hold on to an old value.
MIRRORS = ("must_carry", "sources")


def parse(text: str, *, require_sources: bool = False) -> Reading:
    fields = json_notes.load_fields(text)
    if isinstance(fields, Problem):
        return Reading(None, (fields,))
    problems = [*json_notes.check_names(fields, tuple(TYPES)), *_check_types(fields)]
    if any(problem.code == "format.wrong_type" for problem in problems):
        return Reading(None, tuple(problems))
    problems += [*json_notes.check_filled(fields, FILLED), *_sources_without_facts(fields)]
    unsourced = list(_facts_without_sources(fields))
    if require_sources:
        problems += unsourced
    known = [name for name in TYPES if name in fields]
    document = Document(NAME, tuple(json_notes.section_from(name, fields[name]) for name in known))
    return Reading(document, tuple(problems), () if require_sources else tuple(unsourced))


def _check_types(fields: dict[str, Any]) -> Iterator[Problem]:
    for name, kind in TYPES.items():
        if name in fields:
            yield from json_notes.check_type(name, fields[name], kind)


def _sources_without_facts(fields: dict[str, Any]) -> Iterator[Problem]:
    for name in fields.get("sources", {}):
        if name not in fields.get("must_carry", {}):
            says = f"“sources” names “{name}”, which is not in “must_carry”. Add the fact or take the source out."
            yield Problem("format.source_without_fact", says, section="sources")


def _facts_without_sources(fields: dict[str, Any]) -> Iterator[Problem]:
    for name in fields.get("must_carry", {}):
        if not fields.get("sources", {}).get(name, "").strip():
            says = f"The fact “{name}” has no source. Name in “sources” where it comes from."
            yield Problem("format.fact_without_source", says, section="must_carry")
