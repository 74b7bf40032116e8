"""The note of a session that ended without writing one, put together by code from what the session recorded.

Nothing of the note that stands there is lost: what the session did is added to it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from notes.rules import formats
from notes.rules.documents import Document
from notes.rules.facts.decisions import FactValue
from notes.rules.formats import nine_sections
from notes.rules.formats.limits import NINE_SECTIONS_TOKENS
from notes.rules.formats.token_estimate import estimate_tokens
from notes.rules.resuming.added import add_fields, add_section, add_sections, only_new
from notes.rules.resuming.copied import Copier
from notes.rules.resuming.findings import Finding, Worth, findings
from notes.rules.resuming.first_note import first_note, with_facts
from notes.rules.resuming.steps import Step

# Also how the line of an earlier session is known again: one of them is enough.
WRITTEN = "- Written without a model, from the record of a session"
LEFT_OUT = "Not copied, since they look like secrets or hide something: {count}."
OLD = "Not copied, since the desk refused them, such as an old value of a fact: {count}."
PASSED_OVER = "Lines of the person that are in the record alone: {count}."
NO_ROOM = "Found but left out, since the note may not be longer: {count}."
# For what is said about the note itself, and for lines between its parts.
RESERVE = 150


@dataclass(frozen=True, slots=True)
class Session:
    """`ended` says in words when and how, `skipped` what of its record was not read; paths are told from `roots`."""

    steps: Sequence[Step]
    ended: str
    roots: Sequence[str] = ()
    skipped: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """The card as it is. `locked` are the texts of locked lines, `limit` the most tokens where there is one."""

    format: str
    title: str
    document: Document | None = None
    locked: frozenset[str] = frozenset()
    facts: Mapping[str, FactValue] = field(default_factory=dict)
    limit: int | None = None


def note_of(session: Session, standing: Standing, refused: frozenset[str] = frozenset()) -> str:
    """`refused` are lines that the desk does not want. Without room for anything it is the note as it stands."""
    copier = Copier(refused)
    found = findings(session.steps, session.roots, copier, has_goal=standing.document is not None)
    if standing.document:
        found = only_new(standing.document, found)
    kept = _fitting(found, _room(standing))
    about = [f"{WRITTEN} that ended {session.ended}.", *([session.skipped] if session.skipped else [])]
    if copier.left_out:
        about.append(LEFT_OUT.format(count=copier.left_out))
    if copier.old:
        about.append(OLD.format(count=copier.old))
    if copier.passed_over:
        about.append(PASSED_OVER.format(count=copier.passed_over))
    if len(kept) < len(found):
        about.append(NO_ROOM.format(count=len(found) - len(kept)))
    line = Finding("Decisions and why", (" ".join(about),), Worth.GOAL)
    return _joined([line, *kept], session, standing) if kept or standing.document is None else _text(standing)


def _joined(found: list[Finding], session: Session, standing: Standing) -> str:
    document = standing.document
    if document is None:
        return first_note(found, standing.format, standing.title, standing.facts)
    if document.format == nine_sections.NAME:
        return add_sections(document, found, standing.locked, stale=WRITTEN)
    if document.format in formats.JSON_FORMATS:
        text = add_fields(document, found, standing.locked, stale=WRITTEN)
        return with_facts(text, document.format, standing.facts)
    return add_section(document, f"From a session that ended {session.ended}", found)


def _room(standing: Standing) -> int:
    """In tokens. A format without a limit takes as much as a whole note may have."""
    limit = standing.limit if standing.limit is not None else NINE_SECTIONS_TOKENS
    counted = standing.limit is not None or standing.format == nine_sections.NAME
    return limit - RESERVE - (estimate_tokens(_text(standing)) if counted else 0)


def _text(standing: Standing) -> str:
    return formats.render(standing.document) if standing.document else nine_sections.EMPTY_NOTE


def _fitting(found: list[Finding], room: int) -> list[Finding]:
    """By worth, of the same worth the later one, as far as there is room."""
    kept = set()
    for index in sorted(range(len(found)), key=lambda index: (found[index].worth, -index)):
        cost = estimate_tokens("\n".join(found[index].lines)) + 1
        if cost <= room:
            kept.add(index)
            room -= cost
    return [finding for index, finding in enumerate(found) if index in kept]
