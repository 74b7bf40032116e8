"""What a purged text leaves behind outside the tables: in the database's own files, the cache, and letters as files."""

from collections.abc import Iterator
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
KEPT = (
    "Redis does not answer, so it still holds rendered notes, for a week at most. Run `manage.py session_content "
    "--project {project} machine` again once it does."
)
FILE = "The letter {path} holds text of the project and could not be removed: delete it."


def remove_letters(project: Project) -> tuple[str, ...]:
    """Of the rows that stand, those that are files. What could not be done is said, in sentences."""
    names = frozenset(map(message_id, Letter.objects.filter(project=project).defer("text", "html")))
    return tuple(FILE.format(path=path) for path in _files_of(names) if not _is_removed(path))


def remove(project: Project) -> tuple[str, ...]:
    """After the transaction; what could not be done is said too."""
    notes.forget()
    remains = [] if _clear_cache(project) else [KEPT.format(project=project.slug)]
    return (*remains, *(() if _clear_database() else (BUSY.format(project=project.slug),)))


def _clear_cache(project: Project) -> bool:
    """False where Redis, which other processes read too, may still hold it."""
    cache.delete_many(list(keys_of(project)))
    return not getattr(cache, "is_away", False)


def _is_removed(path: Path) -> bool:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True


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
