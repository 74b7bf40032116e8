"""What a purged text leaves behind outside the tables: in the database's own files, the cache, and letters as files."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection

from notes.mail.envelopes import message_id
from notes.models import Letter, Project
from notes.queries import notes
from notes.queries.kept_rows import keys_of

BUSY = (
    "The database is in use, so its file still holds purged pages. Run `manage.py session_content --project {project} "
    "machine` again when less is going on: it clears the file."
)


@dataclass(frozen=True, slots=True)
class Traces:
    """Read before the purge: afterwards nobody knows their names."""

    project: str = ""
    cached: tuple[str, ...] = ()
    letters: frozenset[str] = frozenset()


def traces_of(project: Project) -> Traces:
    letters = Letter.objects.filter(project=project).defer("text", "html")
    return Traces(project.slug, tuple(keys_of(project)), frozenset(map(message_id, letters)))


def remove(traces: Traces) -> tuple[str, ...]:
    """After the transaction. What could not be done is said, in sentences."""
    cache.delete_many(traces.cached)
    notes.forget()
    for path in _files_of(traces.letters):
        path.unlink(missing_ok=True)
    return () if _clear_database() else (BUSY.format(project=traces.project),)


def _files_of(letters: frozenset[str]) -> Iterator[Path]:
    folder = getattr(settings, "EMAIL_FILE_PATH", None)
    for path in Path(folder).glob("*.eml") if folder else ():
        if _names_one(path, letters):
            yield path


def _names_one(path: Path, letters: frozenset[str]) -> bool:
    with path.open("rb") as file:
        head = file.read(8_192).decode("utf-8", "replace").partition("\r\n\r\n")[0]
    return any(f"Message-ID: {each}" in head for each in letters)


def _clear_database() -> bool:
    """A deleted row stays in its page until that is written anew. Inside a transaction neither engine can."""
    if connection.in_atomic_block:
        return False
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            if connection.vendor != "sqlite":
                return True
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return not cursor.fetchone()[0]
    except DatabaseError:
        return False
