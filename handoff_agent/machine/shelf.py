"""What this machine keeps of a project: a folder for each card, in files that only their owner can read.

`card.json` is what counts; a revision that it does not name was never saved.
"""

import hashlib
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from handoff_agent import file_lock, private_files
from notes.rules import formats
from notes.rules.authors import origins
from notes.rules.documents import Document
from notes.rules.writing.verdicts import Note

FOLDER = "machine"
ABOUT, LOCK = "card.json", "card.lock"
HANDOFFS, HANDOFFS_LOCK = "handoffs.json", "handoffs.lock"
TURN_SECONDS = 10
# Stands while the desk is asked, and for a minute where it did not answer: then it is not asked again so soon.
ASKED, ASKED_SECONDS, AWAY_SECONDS = "desk-asked", 6, 60
Row = dict[str, Any]


@dataclass
class KeptCard:
    """`history` has who wrote each revision and when, `said` which lines were locked or handed back, by address.

    `over` is the last round whose success was looked at, `cleared` the last revision that cleared the note.
    """

    card: str
    format: str
    revision: int = 0
    digest: str = ""
    history: list[Row] = field(default_factory=list)
    said: dict[str, bool] = field(default_factory=dict)
    facts: list[Row] = field(default_factory=list)
    decisions: list[Row] = field(default_factory=list)
    handoffs: list[Row] = field(default_factory=list)
    refusals: list[Row] = field(default_factory=list)
    kind: str = ""
    over: int = 0
    cleared: int = 0

    @property
    def newest(self) -> Row | None:
        """Of the newest revision: kind, name, at, model and the like."""
        return next((row for row in reversed(self.history) if row["number"] == self.revision), None)

    @property
    def written_at(self) -> datetime | None:
        return datetime.fromisoformat(self.newest["at"]) if self.newest else None


@dataclass(frozen=True, slots=True)
class Shelf:
    """`token_limit` and `require_sources` are what the project wants of its notes."""

    folder: Path
    token_limit: int | None = None
    require_sources: bool = False

    def holding(self, card: str) -> AbstractContextManager[None]:
        """One writer at a time; raises Taken."""
        return file_lock.holding(self._of(card) / LOCK, TURN_SECONDS)

    def card(self, card: str) -> KeptCard | None:
        found = private_files.read_json(self._of(card) / ABOUT)
        return KeptCard(**found) if found else None

    def cards(self) -> Iterator[KeptCard]:
        for path in sorted(self.folder.glob(f"*/{ABOUT}")):
            if found := private_files.read_json(path):
                yield KeptCard(**found)

    def note(self, kept: KeptCard, number: int) -> Note | None:
        """None where there is no such revision; number 0 is the empty note that every card begins with."""
        if number == 0:
            return Note(0, "", Document(kept.format, ()), ())
        known = any(row["number"] == number for row in kept.history)
        found = private_files.read_json(self._revision(kept.card, number)) if known else None
        if found is None:
            return None
        document = formats.parse(found["format"], found["text"]).document
        assert document is not None, "only what parses is kept"
        return Note(number, found["text"], document, origins.decode(found["origins"]))

    def newest(self, kept: KeptCard) -> Note | None:
        return self.note(kept, kept.revision) if kept.revision else None

    def put(self, kept: KeptCard, note: Note | None = None) -> None:
        """With a note, that is the card's newest revision."""
        if note:
            told = {"format": note.document.format, "text": note.text, "origins": origins.encode(note.origins)}
            private_files.write_json(self._revision(kept.card, note.revision), told)
        private_files.write_json(self._of(kept.card) / ABOUT, asdict(kept))

    def next_handoff(self) -> int:
        """Of all cards: whoever reads back names the number alone. Raises Taken."""
        with file_lock.holding(self.folder / HANDOFFS_LOCK, TURN_SECONDS):
            last = int((private_files.read_json(self.folder / HANDOFFS) or {}).get("last", 0))
            number = max(last, *(int(row["id"]) for card in self.cards() for row in card.handoffs), 0) + 1
            private_files.write_json(self.folder / HANDOFFS, {"last": number})
            return number

    def set_aside(self, card: str, name: str, text: str) -> Path:
        """A text that did not become a revision, for people to look at."""
        path = self._of(card) / name
        private_files.write(path, text)
        return path

    def is_desk_away(self) -> bool:
        try:
            return ASKED_SECONDS < time.time() - (self.folder / ASKED).stat().st_mtime < AWAY_SECONDS
        except OSError:
            return False

    def desk_is_asked(self) -> None:
        private_files.write(self.folder / ASKED, "")

    def desk_is_there(self) -> None:
        (self.folder / ASKED).unlink(missing_ok=True)

    def _of(self, card: str) -> Path:
        return self.folder / hashlib.sha256(card.casefold().encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def _revision(self, card: str, number: int) -> Path:
        return self._of(card) / f"{number:08}.json"


def shelf_of(url: str, project: str, token_limit: int | None = None, require_sources: bool = False) -> Shelf:
    named = hashlib.sha256("\0".join([url, project]).encode()).hexdigest()[:32]
    return Shelf(private_files.state_folder() / FOLDER / named, token_limit, require_sources)
