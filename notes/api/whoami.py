"""What a token opens, and for whom."""

from django.http import HttpResponse
from ninja import Router
from typing_extensions import TypedDict

from notes.api.answers import answer
from notes.api.callers import Call, TokenAlone
from notes.api.shapes import By, problems

router = Router(tags=["whoami"], auth=TokenAlone())


class WhoAmI(TypedDict):
    """`project` is the one that every other call names; `role` is a person's, None for programs. `session_content` says
    where text of the project may be kept: on the `server`, or on the `machine` alone.
    """

    project: str
    by: By
    role: str | None
    session_content: str


@router.get("", response={200: WhoAmI}, openapi_extra=problems())
def get_whoami(request: Call) -> HttpResponse:
    """The project of the token, and who writes with it."""
    caller = request.auth
    by: By = {"kind": caller.actor.kind, "name": caller.actor.name}
    told: WhoAmI = {
        "project": caller.project.slug,
        "by": by,
        "role": caller.actor.role,
        "session_content": caller.project.session_content,
    }
    return answer(200, dict(told))
