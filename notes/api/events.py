"""The history of a project, in order, for mirrors and audits."""

from typing import Annotated, Any

from django.http import HttpResponse
from ninja import Path, Query, Router
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from notes.api.answers import answer
from notes.api.callers import Call
from notes.api.requests import InProject
from notes.api.shapes import By, problems
from notes.models import Event
from notes.queries.events import events_after

router = Router(tags=["events"])


class EventOut(TypedDict):
    """`data` has ids, numbers and codes, never text of a note or the value of a fact."""

    id: int
    verb: str
    card: str | None
    by: By
    at: str
    data: dict[str, Any]


class EventPage(TypedDict):
    """`next` is what to send as `after` to go on; `more` says whether there is more already."""

    events: list[EventOut]
    next: int
    more: bool


class Since(BaseModel):
    after: Annotated[int, Field(ge=0, lt=2**63)] = 0
    limit: Annotated[int, Field(ge=1, le=500)] = 100


@router.get("", response={200: EventPage}, openapi_extra=problems(422))
def list_events(request: Call, at: Path[InProject], since: Query[Since]) -> HttpResponse:  # noqa: ARG001
    """Oldest first. What was read once never gets a neighbour in front of it later."""
    found = events_after(request.auth.project, since.after, since.limit + 1)
    shown = found[: since.limit]
    last = shown[-1].pk if shown else since.after
    return answer(200, {"events": [_event(row) for row in shown], "next": last, "more": len(found) > len(shown)})


def _event(row: Event) -> EventOut:
    return {
        "id": row.pk,
        "verb": row.verb,
        "card": row.card.key if row.card else None,
        "by": {"kind": row.by_kind, "name": row.by_name},
        "at": row.at.isoformat(),
        "data": row.data,
    }
