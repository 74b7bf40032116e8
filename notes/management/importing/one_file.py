"""One file onto the desk: find its card, replay its past, tell what became of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from notes.actions.imports import ImportedNote, NewCard, import_note
from notes.management.importing import pasts
from notes.management.importing.blame import Comparison, compare
from notes.management.importing.files import Found, key_of, read, title_of
from notes.management.importing.git import Blobs
from notes.management.importing.git_history import FileHistory, history_of
from notes.models import Actor, Card, Project
from notes.queries import imports, notes
from notes.rules.formats import JSON_FORMATS
from notes.rules.importing.known_agents import Override
from notes.rules.importing.replay import Past
from notes.rules.importing.versions import Content, decode, detect
from notes.rules.problems import Problem

Watch = Callable[[], object]


class CannotImport(ValueError):
    """Says why, of one file."""


@dataclass(frozen=True, slots=True)
class Done:
    """`raw`: the file as it lies there; `committed`: as the newest commit has it. `history` is None without git."""

    note: ImportedNote
    raw: bytes
    history: FileHistory | None = None
    committed: bytes = b""


@dataclass(frozen=True, slots=True)
class Importer:
    """What holds for all files of one import."""

    project: Project
    by: Actor
    now: datetime
    lock: bool
    format: str | None
    key: str | None
    agents: Sequence[Override]

    def file(self, found: Found, watch: Watch) -> Done:
        raw = read(found.path)
        known = imports.from_file(self.project, pasts.place_of(found.path))
        card = known.card if known else self._named_card(allow_imported=True)
        into: Card | NewCard = card or self._new(found, raw, found.name)
        before = known.source if known else imports.newest_source(card) if card and card.revision else None
        return Done(self._import(into, pasts.of_file(found.path, raw, into.format, before), watch), raw)

    def commits(self, found: Found, watch: Watch) -> Done:
        raw, history = read(found.path), history_of(found.path)
        with history.git.blobs() as blobs:
            card = self._card_of(history, blobs) or self._card_of_file(found)
            card = card or self._named_card(allow_imported=False)
            newest = blobs.read(history.commits[-1].blob, pasts.ENOUGH) or b""
            into: Card | NewCard = card or self._new(found, newest, history.path)
            past = pasts.of_commits(history, blobs, into.format, self.agents)
            return Done(self._import(into, past, watch), raw, history, newest)

    def blame(self, done: Done) -> Comparison | None:
        """None for JSON notes, whose entries are no lines to git, and where the newest version was left out."""
        note, history = done.note, done.history
        stands_at = note.steps[-1].stands_at
        if history is None or note.card.format in JSON_FORMATS or stands_at is None:
            return None
        sources = {number: source for source, number in imports.sources(note.card).items()}
        steps = {step.past.commit: step for step in note.steps}
        with history.git.blobs() as blobs:
            return compare(history, blobs, steps, notes.revision(note.card, stands_at), sources)

    def _import(self, into: Card | NewCard, history: Sequence[Past], watch: Watch) -> ImportedNote:
        return import_note(
            project=self.project, into=into, history=history, lock=self.lock, by=self.by, now=self.now, watch=watch
        )

    def _card_of(self, history: FileHistory, blobs: Blobs) -> Card | None:
        """The card that holds this file's history so far: one of its commits, with this very text."""
        commits = [commit.key for commit in history.commits]
        for known in imports.from_commits(self.project, commits):
            for past in pasts.of_commits(history, blobs, known.card.format, ()):
                if past.commit == known.source:
                    version = past.read()
                    if isinstance(version, Content) and version.text == known.text:
                        return known.card
        return None

    def _card_of_file(self, found: Found) -> Card | None:
        """The card that took this file before, without its history."""
        known = imports.from_file(self.project, pasts.place_of(found.path))
        return known.card if known else None

    def _named_card(self, *, allow_imported: bool) -> Card | None:
        """The card that --key names, where it may take this file."""
        card = Card.objects.select_related("project").filter(project=self.project, key__iexact=self.key or "").first()
        if card is None or not card.revision:
            return card
        if allow_imported and imports.newest_source(card):
            return card
        raise CannotImport(f"The card {card.key} has a note already, which is not from this file. Choose another key.")

    def _new(self, found: Found, raw: bytes, name: str) -> NewCard:
        text = decode(raw)
        if isinstance(text, Problem):
            raise CannotImport(f"{found.path}: {text.says}")
        key = self.key or imports.free_key(self.project, key_of(name))
        return NewCard(key, title_of(text, found.name), self.format or detect(text))
