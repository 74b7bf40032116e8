"""What was found for a note as the first note of a card, in any format."""

import json
from collections.abc import Mapping, Sequence

from notes.rules import formats
from notes.rules.facts.decisions import FactValue
from notes.rules.formats import json_notes, nine_sections, six_fields
from notes.rules.formats.convert import convert
from notes.rules.resuming.copied import Copier
from notes.rules.resuming.findings import Finding

LOOK = "- Look at what the session left (`git status`, `git diff`), then go on towards the goal."


def first_note(found: Sequence[Finding], format: str, title: str, facts: Mapping[str, FactValue]) -> str:
    """A goal and a next action are there whatever was found."""
    by_section = {name: [finding for finding in found if finding.section == name] for name in nine_sections.SECTIONS}
    lines = {name: [line for finding in of for line in finding.lines] for name, of in by_section.items()}
    lines["Goal"] = lines["Goal"] or Copier().items(title, most=1) or ["- The work of this card."]
    lines["Next"] = lines["Next"] or [LOOK]
    if format in formats.JSON_FORMATS:
        # It is one action there, and more than one string of lines to restate.
        lines["Next"] = lines["Next"][:1]
    if format == six_fields.NAME:
        lines["Done"] = [*lines["Decisions and why"], *lines["Done"]]
    text = "\n\n".join("\n".join([f"## {name}", *lines[name]]) for name in nine_sections.SECTIONS) + "\n"
    return text if format == nine_sections.NAME else with_facts(_converted(text, format), format, facts)


def with_facts(text: str, format: str, facts: Mapping[str, FactValue]) -> str:
    """Six fields mirror the facts of their card; other notes are as they were."""
    if format != six_fields.NAME:
        return text
    fields = json.loads(text)
    fields["must_carry"] = {name: fact.value for name, fact in facts.items()}
    fields["sources"] = {name: fact.source for name, fact in facts.items()}
    return json_notes.dump_fields(fields)


def _converted(text: str, format: str) -> str:
    document = formats.parse(nine_sections.NAME, text).document
    assert document is not None, "its sections were written here"
    return convert(document, format).text
