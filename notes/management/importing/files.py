"""Which files to import, and what their cards are called."""

import hashlib
import os
import re
import stat
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from notes.management.importing.pasts import ENOUGH
from notes.rules.documents import BEFORE_HEADINGS
from notes.rules.formats import JSON_FORMATS
from notes.rules.formats.markdown_notes import outline
from notes.rules.hygiene.secret_kinds import secret_kinds
from notes.rules.importing.redaction import redact_lines
from notes.rules.importing.versions import decode, detect
from notes.rules.problems import Problem

MARKDOWN = {".md", ".markdown", ".mdown", ".mkd"}
JSON = {".json"}
_NOT_INTO = {".git", ".hg", ".venv", "__pycache__", "node_modules"}
LONGEST_KEY = 80
LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class Found:
    """`name`: the path below the folder that was named. `named`: the file itself was, so it must be imported."""

    path: Path
    name: str
    named: bool


def find(paths: Iterable[str]) -> Iterator[Found]:
    """Raises FileNotFoundError. In folders: Markdown files, and JSON files that are notes; links are not followed."""
    seen: set[Path] = set()
    for path in map(Path, paths):
        if not path.exists():
            raise FileNotFoundError(f"{path} does not exist.")
        for found in _in_folder(path) if path.is_dir() else [Found(path, path.name, True)]:
            if found.path.absolute() not in seen:
                seen.add(found.path.absolute())
                yield found


def _in_folder(folder: Path) -> Iterator[Found]:
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(set(folders) - _NOT_INTO)
        for path in (Path(here, name) for name in sorted(files)):
            if not path.is_symlink() and path.is_file() and (path.suffix.lower() in MARKDOWN or _is_json_note(path)):
                yield Found(path, str(path.relative_to(folder)), False)


def read(path: Path) -> bytes:
    """Of a file that is larger than a note only what tells so; raises OSError for pipes, devices and the like."""
    if not path.is_file():
        raise OSError(f"{path} is no regular file.")
    with open(path, "rb", opener=_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(f"{path} is no regular file any more.")
        return file.read(ENOUGH)


def _without_waiting(path: str, flags: int) -> int:
    """A pipe that took the file's place meanwhile would wait for a writer."""
    return os.open(path, flags | os.O_NONBLOCK)


def _is_json_note(path: Path) -> bool:
    if path.suffix.lower() not in JSON:
        return False
    text = decode(read(path))
    return not isinstance(text, Problem) and detect(text) in JSON_FORMATS


def key_of(name: str) -> str:
    """A key from the path, such as docs-HANDOFF; one in another script alone is named by a digest."""
    path = PurePath(name)
    plain = unicodedata.normalize("NFKD", str(path.with_suffix(""))).encode("ascii", "ignore").decode()
    key = re.sub(r"[^A-Za-z0-9._-]+", "-", plain).strip("-._")[:LONGEST_KEY].rstrip("-._")
    if key and not secret_kinds(key):
        return key
    return f"note-{hashlib.sha256(name.encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"


def title_of(text: str, name: str) -> str:
    """The first heading, or the name of the file. `text` is Markdown or JSON."""
    found = outline(redact_lines(text)[0])
    headings = [(heading.first, heading.name) for heading in found.titles]
    headings += [
        (start - 1, section.name)
        for section, start in zip(found.sections, found.starts, strict=True)
        if section.heading and section.name != BEFORE_HEADINGS
    ]
    first = min(headings, default=(0, ""))[1]
    plain = "".join(char for char in first if char.isprintable()).strip()
    own = "".join(char for char in PurePath(name).stem if char.isprintable())
    title = plain or ("Note" if secret_kinds(own) else own) or "Note"
    return title[:LONGEST_TITLE]
