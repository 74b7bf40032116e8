"""What the tests of the import ask of the desk."""

from io import StringIO
from pathlib import Path

from django.core.management import call_command

from notes.models import Card, Revision
from notes.queries import notes
from notes.rules.documents import Role


def run(*paths: Path | str, **options: object) -> str:
    said = StringIO()
    call_command("import_notes", *map(str, paths), stdout=said, stderr=said, **{"project": "shop", **options})
    return said.getvalue()


def revisions(key: str = "HANDOFF") -> list[Revision]:
    return list(Revision.objects.filter(card__key=key).order_by("number"))


def authors(key: str = "HANDOFF") -> list[tuple[str, str, str]]:
    """Text, kind and name of each line of the newest note."""
    card = Card.objects.get(key=key)
    note = notes.newest(card)
    assert note
    by_number = {revision.number: revision for revision in revisions(key)}
    return [
        (row.text, by_number[origin.revision].author_kind, by_number[origin.revision].author_name)
        for row, origin in zip(note.document.rows, note.origins, strict=True)
        if origin and row.role is Role.LINE
    ]


def locked(key: str = "HANDOFF") -> list[str]:
    card = Card.objects.select_related("project").get(key=key)
    note = notes.newest(card)
    assert note
    return [note.document.rows[index].text for index in notes.locked_rows(card, note)]
