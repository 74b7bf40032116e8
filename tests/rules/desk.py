"""A note and its writers without a database: what the tests of the rules write with."""

from dataclasses import dataclass, field, replace

from notes.rules import formats
from notes.rules.authors.origins import Origin
from notes.rules.documents import Role
from notes.rules.formats.limits import NINE_SECTIONS_TOKENS
from notes.rules.locks.locked_lines import Birth, Signature, locked_rows
from notes.rules.writing.judge import judge
from notes.rules.writing.verdicts import Accepted, Note, Standing, Verdict, Write


def count_words(text: str) -> int:
    return len(text.split())


@dataclass
class Desk:
    """Keeps what was accepted, as the real one does; `authors` holds the kind of each revision's writer.

    `said` holds the lines that someone locked (True) or handed back (False).
    """

    format: str = "free"
    revisions: list[Note] = field(default_factory=list)
    authors: list[str] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)
    old_values: dict[str, set[str]] = field(default_factory=dict)
    said: dict[Origin, bool] = field(default_factory=dict)
    token_limit: int | None = NINE_SECTIONS_TOKENS

    @property
    def newest(self) -> Note | None:
        return self.revisions[-1] if self.revisions else None

    @property
    def text(self) -> str:
        return self.revisions[-1].text if self.revisions else ""

    def standing(self) -> Standing:
        return Standing(
            format=self.format,
            newest=self.newest,
            count=count_words,
            twin=lambda text: None,
            locked=self.locked(),
            facts=self.facts,
            old_values=self.old_values,
            token_limit=self.token_limit if self.format == "nine_sections" else None,
        )

    def locked(self) -> dict[int, Signature]:
        if self.newest is None:
            return {}
        births = {
            number: Birth(kind == "person", Signature("operator", "12 Nov 2026"))
            for number, kind in enumerate(self.authors, start=1)
        }
        return locked_rows(self.newest.document, self.newest.origins, births, self.said)

    def write(self, by: str, text: str, base: int | None = None, **options: object) -> Verdict:
        write = Write(text, by == "person", self.revisions[base - 1] if base else None)
        verdict = judge(replace(write, **options), self.standing())  # type: ignore[arg-type]
        if isinstance(verdict, Accepted) and not verdict.unchanged:
            number = len(self.revisions) + 1
            self.revisions.append(Note(number, verdict.text, verdict.document, verdict.origins))
            self.authors.append(by)
            self.format = verdict.document.format
        return verdict

    def lines(self) -> list[list[str | int]]:
        """Section, text, kind of author and revision of birth of each line."""
        note = self.revisions[-1]
        return [
            [note.document.section_of(row), row.text, self.authors[origin.revision - 1], origin.revision]
            for row, origin in zip(note.document.rows, note.origins, strict=True)
            if origin and row.role is Role.LINE
        ]


__all__ = ["Desk", "count_words", "formats"]
