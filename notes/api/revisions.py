"""The history of a note."""

from typing import Annotated

from django.http import HttpResponse
from ninja import Path, Query, Router
from pydantic import Field

from notes.api.answers import answer
from notes.api.callers import Call
from notes.api.fields import HIGHEST
from notes.api.note_shapes import NoteOut, RevisionPage, note_out, revision_out
from notes.api.requests import Before, OnCard, card_with_text
from notes.api.shapes import problems
from notes.queries import note_view, revisions

router = Router(tags=["notes"])


class OnRevision(OnCard):
    number: Annotated[int, Field(ge=1, le=HIGHEST)]


class Pages(Before):
    limit: Annotated[int, Field(ge=1, le=100)] = 50


@router.get("", response={200: RevisionPage}, openapi_extra=problems(422))
def list_revisions(request: Call, at: Path[OnCard], pages: Query[Pages]) -> HttpResponse:
    """Who wrote which revision and when, the newest first."""
    rows = revisions.before(card_with_text(request, at.card), pages.before, pages.limit)
    following = rows[-1].number if len(rows) == pages.limit and rows[-1].number > 1 else None
    return answer(200, {"revisions": [revision_out(row) for row in rows], "next": following})


@router.get("/{number}", response={200: NoteOut}, openapi_extra=problems(422))
def get_revision(request: Call, at: Path[OnRevision]) -> HttpResponse:
    """The note as it was, with the authors that its lines had. Only lines of the newest revision are locked."""
    card = card_with_text(request, at.card)
    row, view = revisions.numbered(card, at.number), note_view.sections(card, at.number)
    return answer(200, note_out(row, view if at.number == card.revision else note_view.without_locks(view)))
