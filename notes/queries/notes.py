"""Notes as the rules see them, and how things stand around one when a write arrives."""

from collections.abc import Collection
from typing import TypeAlias

from notes.models import Card, Fact, LineLock, Revision
from notes.models.actor import ActorKind
from notes.models.fact import FactState
from notes.queries.prepared import Prepared
from notes.queries.tokens import count_tokens
from notes.rules import formats
from notes.rules.authors import origins
from notes.rules.authors.origins import Origin
from notes.rules.documents import Document
from notes.rules.locks import locked_lines
from notes.rules.locks.locked_lines import Birth, Signature
from notes.rules.texts import digest
from notes.rules.writing.verdicts import Accepted, Note, Standing

# A card's id, and the number of a revision.
Place: TypeAlias = tuple[int, int]

MOST_KEPT = 64
STOOD = (FactState.CURRENT, FactState.SUPERSEDED)


class NoSuchRevision(LookupError):
    """The card has no revision of this number."""


def newest(card: Card) -> Note | None:
    return revision(card, card.revision) if card.revision else None


def revision(card: Card, number: int) -> Note:
    row = _REVISION.first(card.pk, number)
    if row is None:
        raise NoSuchRevision(number)
    return _note((card.pk, number), *row)


def standing(card: Card) -> Standing:
    note = newest(card)
    current, sources, old_values = facts(card)
    return Standing(
        format=card.format,
        newest=note,
        count=count_tokens,
        twin=lambda text: _twin(card, text),
        locked=locked_rows(card, note) if note else {},
        facts=current,
        sources=sources,
        old_values=old_values,
        token_limit=formats.token_limit(card.format, card.project.token_limit),
        require_sources=card.project.require_fact_sources,
    )


def facts(card: Card) -> tuple[dict[str, str], dict[str, str], dict[str, set[str]]]:
    """By name: the current value, its source, and the values that stood before."""
    current: dict[str, str] = {}
    sources: dict[str, str] = {}
    old: dict[str, set[str]] = {}
    for name, value, source, state in _FACTS.rows(card.pk):
        if state == FactState.CURRENT:
            current[name], sources[name] = value, source
        else:
            old.setdefault(name, set()).add(value)
    return current, sources, old


def locked_rows(card: Card, note: Note) -> dict[int, Signature]:
    """Index of each locked row → who wrote the line."""
    said = _said(card) if card.locks_version else {}
    return locked_lines.locked_rows(note.document, note.origins, _births(card, note, said), said)


def _said(card: Card) -> dict[Origin, bool]:
    """What was said about single lines. `locks_version` counts it, so most cards need not be asked."""
    rows = LineLock.objects.filter(card=card).values_list("revision", "line", "locked")
    return {Origin(revision, line): locked for revision, line, locked in rows}


def _births(card: Card, note: Note, said: Collection[Origin]) -> dict[int, Birth]:
    """Of the revisions that locked lines may come from: by persons, and those that someone locked lines of."""
    numbers = origins.revisions_of(note.origins)
    rows = _BY_PERSONS.rows(card.pk, min(numbers, default=0))
    if others := {line.revision for line in said} & numbers:
        rows += Revision.objects.filter(card=card, number__in=others).values_list(*_BIRTH)
    return {
        number: Birth(locks and kind == ActorKind.PERSON, Signature(name, f"{at.day} {at:%b %Y}"))
        for number, kind, locks, name, at in rows
        if number in numbers
    }


def _twin(card: Card, text: str) -> str | None:
    row = _TWIN.first(card.project_id, digest(text), card.pk)
    return row[0] if row else None


def remember(card: Card, number: int, encoded: str, accepted: Accepted) -> None:
    """The next writer starts from what this one made, which need not be parsed again."""
    _keep((card.pk, number), Note(number, accepted.text, accepted.document, accepted.origins), encoded)


def forget() -> None:
    """What this process still knows of notes."""
    _KEPT.clear()


def _note(place: Place, format: str, text: str, encoded: str) -> Note:
    if not text:
        # Its text was kept on the machine. What is written here next starts from an empty note.
        return Note(place[1], "", Document(format, ()), ())
    note, written = _KEPT.get(place, (None, ""))
    if note and (note.document.format, note.text, written) == (format, text, encoded):
        return note
    document = formats.parse(format, text).document
    assert document is not None, "only what parses is stored"
    return _keep(place, Note(place[1], text, document, origins.decode(encoded)), encoded)


def _keep(place: Place, note: Note, encoded: str) -> Note:
    if len(_KEPT) >= MOST_KEPT:
        _KEPT.clear()
    _KEPT[place] = note, encoded
    return note


# Taken only where all of it is what is stored, whatever became of the transaction that made it.
_KEPT: dict[Place, tuple[Note, str]] = {}
_BIRTH = ("number", "author_kind", "locks", "author_name", "written_at")
_BY_PERSONS = Prepared(
    lambda card, oldest: Revision.objects.filter(
        card=card, author_kind=ActorKind.PERSON, number__gte=oldest
    ).values_list(*_BIRTH),
    arguments=2,
)
_REVISION = Prepared(
    lambda card, number: Revision.objects.filter(card=card, number=number).values_list("format", "text", "origins"),
    arguments=2,
)
_FACTS = Prepared(
    lambda card: Fact.objects.filter(card=card, state__in=STOOD).values_list("name", "value", "source", "state"),
    arguments=1,
)
_TWIN = Prepared(
    lambda project, digest, card: (
        Card.objects.filter(project=project, digest=digest).exclude(pk=card).values_list("key")[:1]
    ),
    arguments=3,
)
