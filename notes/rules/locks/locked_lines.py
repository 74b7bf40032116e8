"""Which lines of a note are locked, and whose they are."""

from collections.abc import Mapping
from dataclasses import dataclass

from notes.rules.authors.origins import Origin, Origins
from notes.rules.documents import Document
from notes.rules.formats import six_fields


@dataclass(frozen=True, slots=True)
class Signature:
    """Who wrote a locked line, and the day in words."""

    name: str
    day: str


# Index of the old note's row → who wrote it.
Locked = Mapping[int, Signature]


@dataclass(frozen=True, slots=True)
class Birth:
    """Of the revision in which a line was born: did a person write it, and who."""

    by_person: bool
    signature: Signature


def locked_rows(
    document: Document, origins: Origins, births: Mapping[int, Birth], said: Mapping[Origin, bool]
) -> dict[int, Signature]:
    """A person's lines, unless someone handed them back, and those that someone locked. `births` is by revision."""
    if not births:
        return {}
    # The facts are what holds in a six_fields note; a lock on their mirrors would hold on to an old value.
    mirrors = six_fields.MIRRORS if document.format == six_fields.NAME else ()
    locked: dict[int, Signature] = {}
    for index, origin in enumerate(origins):
        birth = births.get(origin.revision) if origin else None
        bound = origin and birth and said.get(origin, birth.by_person)
        if birth and bound and document.section_at(index).name not in mirrors:
            locked[index] = birth.signature
    return locked
