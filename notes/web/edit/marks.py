"""Which lines of a box stand for a person's or a locked line: what the gutter of the editor shows."""

from collections.abc import Iterable, Iterator

from notes.models import ActorKind, Card
from notes.queries import note_view
from notes.queries.note_view import Line, SectionView
from notes.rules.documents import Shape
from notes.web.edit import field_texts
from notes.web.edit.boxes import WHOLE
from notes.web.edit.drafts import Draft, begun

# A line of nobody in particular, a person's, a locked one.
OTHER, PERSONS, LOCKED = ".", "p", "l"


def marks(card: Card, draft: Draft) -> dict[str, dict[str, str]]:
    """For each box its text as it was, and a letter for each of its lines. The script compares; this only knows."""
    if not draft.base or draft.base > card.revision:
        return {}
    base = begun(card, draft.base)
    sections = note_view.sections(card, draft.base)
    if draft.reformats:
        return dict(_reformatted(draft, sections))
    kinds = [_by_line(sections)] if base.fields[0].name == WHOLE else [_kinds(section) for section in sections]
    return {field.name: {"text": field.text, "kinds": each} for field, each in zip(base.fields, kinds, strict=True)}


def _reformatted(draft: Draft, sections: Iterable[SectionView]) -> Iterator[tuple[str, dict[str, str]]]:
    """Any line that comes out equal in the other format keeps its author, wherever it stands there."""
    lines = [line for section in sections for line in section.lines if line.origin and "\n" not in line.text]
    kinds = "".join(map(_kind, lines))
    for field in draft.fields:
        # A text of several lines is one entry, and a list has its entries behind a mark.
        if field.shape is not Shape.TEXT or "\n" not in field.text:
            begin = field_texts.BEGIN if field.shape in (Shape.LIST, Shape.MAP) else ""
            yield field.name, {"text": "\n".join(begin + line.text for line in lines), "kinds": kinds}


def _by_line(sections: Iterable[SectionView]) -> str:
    lines = {line.number: _kind(line) for section in sections for line in section.lines}
    return "".join(lines.get(number, OTHER) for number in range(1, max(lines, default=0) + 1))


def _kinds(section: SectionView) -> str:
    """An entry of several lines has several letters."""
    return "".join(_kind(line) * (line.text.count("\n") + 1) for line in section.lines)


def _kind(line: Line) -> str:
    if line.locked:
        return LOCKED
    return PERSONS if line.author and line.author.kind == ActorKind.PERSON else OTHER
