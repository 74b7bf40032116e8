"""Notes as the rules see them, and how things stand around one when a write arrives."""

from collections.abc import Iterable
from functools import lru_cache

from notes.models import Card, Fact, LineLock, Revision
from notes.models.actor import ActorKind
from notes.models.fact import FactState
from notes.queries.tokens import count_tokens
from notes.rules import formats, origins
from notes.rules.documents import Role
from notes.rules.formats import six_fields
from notes.rules.locks import Signature
from notes.rules.origins import Origin
from notes.rules.texts import digest
from notes.rules.verdicts import Note, Standing


class NoSuchRevision(LookupError):
    """The card has no revision of this number."""


def newest(card: Card) -> Note | None:
    return revision(card, card.revision) if card.revision else None


def revision(card: Card, number: int) -> Note:
    row = Revision.objects.filter(card=card, number=number).values_list("format", "text", "origins").first()
    if row is None:
        raise NoSuchRevision(number)
    return _note(number, *row)


def standing(card: Card) -> Standing:
    note = newest(card)
    current, old_values = facts(card)
    return Standing(
        format=card.format,
        newest=note,
        count=count_tokens,
        twin=lambda text: _twin(card, text),
        locked=locked_rows(card, note) if note else {},
        facts=current,
        old_values=old_values,
        token_limit=formats.token_limit(card.format, card.project.token_limit),
        require_sources=card.project.require_fact_sources,
    )


def facts(card: Card) -> tuple[dict[str, str], dict[str, set[str]]]:
    """Current value by name, and the superseded values by name."""
    current: dict[str, str] = {}
    old: dict[str, set[str]] = {}
    rows = Fact.objects.filter(card=card).exclude(state=FactState.RIVAL)
    for name, value, state in rows.values_list("name", "value", "state"):
        if state == FactState.CURRENT:
            current[name] = value
        else:
            old.setdefault(name, set()).add(value)
    return current, old


def locked_rows(card: Card, note: Note) -> dict[int, Signature]:
    """Index of each locked row → who wrote the line. Mirrors of facts are never locked."""
    said = {Origin(lock.revision, lock.line): lock.locked for lock in LineLock.objects.filter(card=card)}
    by_birth = signatures(card, note, said)
    mirrors = six_fields.MIRRORS if note.document.format == six_fields.NAME else ()
    locked: dict[int, Signature] = {}
    for index, (row, origin) in enumerate(zip(note.document.rows, note.origins, strict=True)):
        if origin is None or row.role is not Role.LINE or note.document.section_of(row) in mirrors:
            continue
        birth = by_birth.get(origin.revision)
        if birth and said.get(origin, birth[0] == ActorKind.PERSON):
            locked[index] = birth[1]
    return locked


def signatures(card: Card, note: Note, said: Iterable[Origin]) -> dict[int, tuple[str, Signature]]:
    """Of the revisions that locked lines may come from: by persons, and those that someone locked lines of."""
    births = origins.revisions_of(note.origins)
    rows = Revision.objects.filter(card=card, number__in=births)
    if not any(origin.revision in births for origin in said):
        rows = rows.filter(author_kind=ActorKind.PERSON)
    return {
        number: (kind, Signature(name, f"{at.day} {at:%b %Y}"))
        for number, kind, name, at in rows.values_list("number", "author_kind", "author_name", "written_at")
    }


def _twin(card: Card, text: str) -> str | None:
    same = Card.objects.filter(project=card.project_id, digest=digest(text)).exclude(pk=card.pk)
    return same.values_list("key", flat=True).first()


# A revision never changes, so what was parsed from one can be kept.
@lru_cache(maxsize=64)
def _note(number: int, format: str, text: str, encoded: str) -> Note:
    document = formats.parse(format, text).document
    assert document is not None, "only what parses is stored"
    return Note(number, text, document, origins.decode(encoded))
