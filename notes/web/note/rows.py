"""The rows of a note as HTML. Made once per revision and kept: a revision never changes, its locks are counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.core.cache import cache
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from notes.models import Card, Project, Revision
from notes.models.project import SessionContent
from notes.queries import note_view
from notes.queries.kept_rows import SOURCE, key_of
from notes.queries.note_view import Author, Line, SectionView
from notes.queries.words import kind_words, section_words
from notes.rules.documents import FRONT_MATTER, Shape
from notes.rules.hygiene.reveal import spell_out
from notes.rules.wording import ages
from notes.web.note import inline
from notes.web.note import line as line_html
from notes.web.note.looks import Look, looks

KEPT_SECONDS = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Rows:
    html: SafeString
    locked: int


def rows(card: Card, revision: Revision, view: str, *, steered: bool) -> Rows:
    """`steered` rows carry the buttons that lock a line or hand it back."""
    key = key_of(revision.pk, revision.written_at, card.locks_version, view, steered)
    found: Rows | None = cache.get(key)
    if found is None:
        sections = note_view.sections(card, revision.number)
        html = "".join(_Page(view, steered, revision.written_at).sections(sections))
        found = Rows(mark_safe(html), note_view.locked_count(sections))  # noqa: S308  # every piece is escaped
        # It was read a moment ago: what has been taken off the desk since is not kept here.
        if Project.objects.filter(pk=card.project_id, session_content=SessionContent.SERVER).exists():
            cache.set(key, found, KEPT_SECONDS)
    return found


@dataclass(frozen=True, slots=True)
class _Page:
    view: str
    steered: bool
    seen: datetime

    def sections(self, sections: Sequence[SectionView]) -> Iterator[str]:
        for section in sections:
            yield '<section class="section">'
            yield self._heading(section)
            yield from self._runs(section)
            yield "</section>"

    def _heading(self, section: SectionView) -> str:
        words = section_words(section.name, section.shape)
        quiet = ' class="sr"' if not section.name else ""
        return f'<h2 dir="auto"{quiet}>{inline.plain(words)}</h2>'

    def _runs(self, section: SectionView) -> Iterator[str]:
        if not any(line.origin for line in section.lines):
            yield '<p class="nothing quiet">Nothing here yet.</p>'
            return
        paired = list(zip(section.lines, self._looks(section), strict=True))
        before: Author | None = None
        for _, group in groupby(_with_births(paired), key=lambda item: item[0]):
            run = list(group)
            author = next(line.author for _, line, _ in run if line.author)
            yield f'<div class="run {author.kind}">{self._who(author, before)}<div class="lines">'
            yield from (line_html.html(line, look, steered=self.steered) for _, line, look in run)
            yield "</div></div>"
            before = author

    def _looks(self, section: SectionView) -> list[Look]:
        if self.view == SOURCE:
            return [Look("source", line.text, marker=str(line.number)) for line in section.lines]
        if section.shape is not Shape.MARKDOWN:
            kind = "text" if section.shape is Shape.TEXT else "pair" if section.shape is Shape.MAP else "bullet"
            return [Look(f"entry-{kind}", line.text, marker="•" * (kind == "bullet")) for line in section.lines]
        if section.name == FRONT_MATTER:
            return [Look("code", line.text) for line in section.lines]
        return looks([(line.text, line.inside) for line in section.lines])

    def _who(self, author: Author, before: Author | None) -> str:
        """The name once for a run of lines; a screen reader hears name, kind and time at each change of them."""
        name = "" if before and before.who == author.who else f"<b>{inline.plain(author.name)}</b>"
        at, model = author.at, f", {author.model}" if author.model else ""
        said = f"{author.name} ({kind_words(author.kind)}{model}), {ages.exact(at)}:"
        title = f"{author.name} · {kind_words(author.kind)}{model}"
        return (
            f'<div class="who"><span class="sr">{escape(spell_out(said))}</span>'
            f'<span aria-hidden="true" title="{escape(spell_out(title))}">{name}</span>'
            f'<span aria-hidden="true">{_time(at, self.seen)}</span></div>'
        )


def _with_births(pairs: list[tuple[Line, Look]]) -> Iterator[tuple[int, Line, Look]]:
    """Blank lines belong to the run above them, so that they part no run."""
    birth = next((line.origin.revision for line, _ in pairs if line.origin), 0)
    for line, look in pairs:
        birth = line.origin.revision if line.origin else birth
        yield birth, line, look


def _time(at: datetime, seen: datetime) -> str:
    return f'<time datetime="{at.isoformat()}" title="{ages.exact(at)}">{ages.short(at, seen)}</time>'
