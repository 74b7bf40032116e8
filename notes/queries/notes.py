"""Notes as the rules see them, and how things stand around one when a write arrives."""

from collections.abc import Iterable
from functools import lru_cache

from notes.models import Card, Fact, LineLock, Revision
from notes.models.actor import ActorKind
from notes.models.fact import FactState
from notes.queries.tokens import count_tokens
from notes.rules import formats, locked_lines, origins
from notes.rules.locked_lines import Birth, Signature
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
    """Index of each locked row → who wrote the line."""
    said = {Origin(lock.revision, lock.line): lock.locked for lock in LineLock.objects.filter(card=card)}
    return locked_lines.locked_rows(note.document, note.origins, _births(card, note, said), said)


def _births(card: Card, note: Note, said: Iterable[Origin]) -> dict[int, Birth]:
    """Of the revisions that locked lines may come from: by persons, and those that someone locked lines of."""
    numbers = origins.revisions_of(note.origins)
    rows = Revision.objects.filter(card=card, number__in=numbers)
    if not any(origin.revision in numbers for origin in said):
        rows = rows.filter(author_kind=ActorKind.PERSON)
    return {
        number: Birth(locks and kind == ActorKind.PERSON, Signature(name, f"{at.day} {at:%b %Y}"))
        for number, kind, locks, name, at in rows.values_list(
            "number", "author_kind", "locks", "author_name", "written_at"
        )
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
