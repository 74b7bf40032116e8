"""Cards: the list, one of them, and putting one on the desk."""

from typing import Annotated

from django.http import HttpResponse
from django.utils import timezone
from ninja import Path, Query, Router
from pydantic import BaseModel, Field

from notes.actions.cards import CardPut, CardWrite, put_card
from notes.actions.errors import Invalid
from notes.actions.steps.answers import Rendered
from notes.api.answers import answer, answered
from notes.api.callers import Call
from notes.api.card_shapes import CardOut, CardPage, CardWithNote, card_out, card_page, card_with_note
from notes.api.fields import FormatName, KindName, Short, Url
from notes.api.requests import InProject, OnCard, Sent, card_of, keyed
from notes.api.shapes import keyed as write_problems
from notes.api.shapes import problems
from notes.queries import card_list, escalations
from notes.queries.card_view import card_view
from notes.queries.rounds import ways
from notes.rules.problems import Problem

router = Router(tags=["cards"])


class CardIn(Sent):
    """A new card takes nine_sections as it comes. What is left out stays as it is."""

    title: Annotated[Short, Field(min_length=1, max_length=200)]
    format: FormatName | None = None
    kind: KindName | None = None
    branch: Annotated[Short, Field(max_length=200)] | None = None
    has_worktree: bool | None = None
    url: Url | None = None


class Filters(BaseModel):
    """`cursor` is `next` of the page before."""

    search: Annotated[str, Field(max_length=200)] = ""
    format: FormatName | None = None
    cursor: Annotated[str, Field(max_length=80)] = ""


@router.get("", response={200: CardPage}, openapi_extra=problems(422))
def list_cards(request: Call, at: Path[InProject], wanted: Query[Filters]) -> HttpResponse:  # noqa: ARG001
    """Newest first, 50 a page."""
    chosen = card_list.Wanted.from_query({"q": wanted.search, "format": wanted.format or "", "before": wanted.cursor})
    if wanted.cursor and chosen.before is None:
        raise Invalid(Problem("request.bad_cursor", "The cursor is `next` of the page before, as it stands there."))
    return answer(200, card_page(card_list.cards(request.auth.project, chosen)))


@router.get("/{card}", response={200: CardWithNote}, openapi_extra=problems())
def get_card(request: Call, at: Path[OnCard]) -> HttpResponse:
    """One card, with what can be said about its note in a line."""
    card = card_of(request, at.card)
    waiting = escalations.standing(card, timezone.now())
    return answer(200, card_with_note(card_view(card), waiting, ways([card]).get(card.pk, "")))


@router.put("/{card}", response={200: CardOut, 201: CardOut}, openapi_extra=write_problems(409))
def put_a_card(request: Call, at: Path[OnCard], body: CardIn) -> HttpResponse:
    """Makes the card or changes it. Its format changes only while there is no note."""
    put = put_card(
        key=at.card,
        by=request.auth.actor,
        now=timezone.now(),
        write=CardWrite(**body.model_dump()),
        keyed=keyed(request, _rendered),
    )
    return answered(*_rendered(put))


def _rendered(put: CardPut) -> Rendered:
    return 201 if put.created else 200, dict(card_out(put.card)), {}
