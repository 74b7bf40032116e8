"""The runner's link, as seen from the desk: what it says of itself, and what it answers about saves."""

from typing import Annotated, Any

from django.http import HttpResponse
from django.utils import timezone
from ninja import Path, Query, Router
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from notes.actions.errors import Invalid, require_runner
from notes.actions.runners import Greeting, greet_runner, part_runner
from notes.actions.saves import applied_save, failed_save
from notes.api.answers import answer
from notes.api.callers import Call
from notes.api.fields import HIGHEST, Short, Text
from notes.api.requests import InProject, Sent
from notes.api.shapes import keyed as write_problems
from notes.models import PendingSave
from notes.queries.runners import PROTOCOL, cards_of, has_card, is_as_applied, save_for, saves_for
from notes.rules.problems import Problem

router = Router(tags=["runner"])

MOST_CARDS = 300
Key = Annotated[Short, Field(min_length=1, max_length=80)]
Connection = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class RunnerIn(Sent):
    """Also a sign of life, due every ten seconds. `cards` are those whose work trees it has."""

    protocol: Annotated[int, Field(ge=0, le=1000)]
    version: Annotated[Short, Field(max_length=40, pattern=r"^[0-9A-Za-z.+_-]*$")]
    cards: Annotated[list[Key], Field(max_length=MOST_CARDS)]
    connection: Connection


class Parting(BaseModel):
    connection: Connection


class AppliedIn(Sent):
    """`digest` is the SHA-256 of the text that was asked for and stands in the work tree; or `failed` says why not."""

    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None
    failed: Annotated[Text, Field(min_length=1, max_length=1000)] | None = None


class OnSave(InProject):
    id: Annotated[int, Field(ge=1, le=HIGHEST)]


class SaveOut(TypedDict):
    """`base_revision` is what the work tree should hold before it."""

    id: int
    card: str
    base_revision: int
    text: str
    digest: str
    format: str


class NoteAt(TypedDict):
    """Where the note of a card is; `number` is what hints call the card."""

    card: str
    number: int
    revision: int


class RunnerOut(TypedDict):
    """`protocol` is the oldest that the desk still speaks."""

    protocol: int
    saves: list[SaveOut]
    notes: list[NoteAt]


class SettledOut(TypedDict):
    """`state`: saved, failed. Where the revision is not `as_applied`, others' words were merged into it meanwhile."""

    state: str
    revision: int | None
    as_applied: bool


@router.put("", response={200: RunnerOut}, openapi_extra=write_problems())
def put_runner(request: Call, at: Path[InProject], body: RunnerIn) -> HttpResponse:  # noqa: ARG001
    """Answers with what is to be put into its work trees."""
    greeting = Greeting(body.protocol, body.version, tuple(body.cards), body.connection)
    runner = greet_runner(token_id=request.auth.token_id, by=request.auth.actor, now=timezone.now(), greeting=greeting)
    saves = [_save_out(save) for save in saves_for(runner)] if body.protocol >= PROTOCOL else []
    notes = [{"card": card.key, "number": card.pk, "revision": card.revision} for card in cards_of(runner)]
    return answer(200, {"protocol": PROTOCOL, "saves": saves, "notes": notes})


@router.delete("", response={200: dict[str, Any]}, openapi_extra=write_problems())
def delete_runner(request: Call, at: Path[InProject], parting: Query[Parting]) -> HttpResponse:  # noqa: ARG001
    """Its socket has closed."""
    by = request.auth.actor
    part_runner(token_id=request.auth.token_id, by=by, now=timezone.now(), connection=parting.connection)
    return answer(200, {})


@router.post("/saves/{id}", response={200: SettledOut}, openapi_extra=write_problems(409))
def post_save(request: Call, at: Path[OnSave], body: AppliedIn) -> HttpResponse:
    """It stands in the work tree, or could not be put there. Late answers count; the first one holds."""
    require_runner(request.auth.actor)
    save, by, now = save_for(request.auth.project.pk, at.id), request.auth.actor, timezone.now()
    if not has_card(request.auth.token_id, save.card):
        raise PendingSave.DoesNotExist(at.id)
    if (body.digest is None) == (body.failed is None):
        raise Invalid(Problem("request.digest_or_failed", "Send the `digest` of what was applied, or why it `failed`."))
    if body.digest is not None:
        settled = applied_save(save=save, by=by, now=now, digest=body.digest)
    else:
        settled = failed_save(save=save, by=by, now=now, why=body.failed or "")
    told = {"state": settled.state, "revision": settled.revision, "as_applied": is_as_applied(settled)}
    return answer(200, told)


def _save_out(save: PendingSave) -> SaveOut:
    return {
        "id": save.pk,
        "card": save.card.key,
        "base_revision": save.base,
        "text": save.text,
        "digest": save.digest,
        "format": save.format,
    }
