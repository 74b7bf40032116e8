"""The note of a card: read it, write it whole or in part, or ask first what a write would meet."""

from functools import partial

from django.http import HttpResponse
from django.utils.http import parse_etags
from ninja import Path, Router

from notes.actions.errors import require_writer
from notes.actions.notes import judge_write, patch_note, save_note
from notes.api.answers import answer
from notes.api.callers import Call
from notes.api.note_bodies import NoteIn, PatchIn, note_write, patch_write
from notes.api.note_shapes import CheckedOut, LateOut, NoteOut, SavedOut, checked, etag, note_out
from notes.api.requests import OnCard, card_with_text
from notes.api.shapes import keyed as write_problems
from notes.api.shapes import problems
from notes.api.turns import in_turn
from notes.queries import note_view, revisions
from notes.rules.formats import JSON_FORMATS

router = Router(tags=["notes"])

WRITTEN = {200: SavedOut, 201: SavedOut, 202: LateOut}


@router.get("", response={200: NoteOut, 304: None}, openapi_extra=problems())
def get_note(request: Call, at: Path[OnCard]) -> HttpResponse:
    """The newest revision, line by line. `Accept: text/markdown` gives the text alone. `ETag` is the revision."""
    card = card_with_text(request, at.card)
    newest = revisions.newest(card)
    headers = {"ETag": etag(card), "Vary": "Accept, Authorization", "Cache-Control": "private, no-cache"}
    if etag(card) in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponse(status=304, headers=headers)
    if request.get_preferred_type(["application/json", "text/markdown"]) == "text/markdown":
        kind = "application/json" if newest.format in JSON_FORMATS else "text/markdown; charset=utf-8"
        return HttpResponse(newest.text, content_type=kind, headers=headers)
    return answer(200, note_out(newest, note_view.sections(card, newest.number)), **headers)


@router.put("", response=WRITTEN, openapi_extra=write_problems(409, 423))
def put_note(request: Call, at: Path[OnCard], body: NoteIn) -> HttpResponse:
    """Saves the whole note, merged with what others wrote since the revision that you started from."""
    card = card_with_text(request, at.card)
    write = note_write(request, body, card.format)
    save = partial(save_note, card=card, write=write)
    return in_turn(request, card, save)


@router.patch("", response=WRITTEN, openapi_extra=write_problems(409, 423))
def patch_a_note(request: Call, at: Path[OnCard], body: PatchIn) -> HttpResponse:
    """Adds lines to one section, or replaces lines of it; all checks and merges are those of a whole note."""
    card = card_with_text(request, at.card)
    patch, write = patch_write(request, body)
    return in_turn(request, card, partial(patch_note, card=card, patch=patch, write=write))


@router.post("/check", response={200: CheckedOut}, openapi_extra=problems(403, 408, 413, 415, 422))
def check_note(request: Call, at: Path[OnCard], body: NoteIn) -> HttpResponse:
    """The problems that this body would meet as a write. Nothing is written."""
    require_writer(request.auth.actor)
    card = card_with_text(request, at.card)
    verdict = judge_write(card, request.auth.actor, note_write(request, body, card.format))
    return answer(200, checked(verdict, card.revision))
