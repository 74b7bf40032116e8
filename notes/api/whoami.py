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
    where text of the project may be kept: on the `server`, or on the `machine` alone. `token_limit` is the project's
    own, None where that of the format holds; `require_fact_sources` that a fact in a note needs its source.
    """

    project: str
    by: By
    role: str | None
    session_content: str
    token_limit: int | None
    require_fact_sources: bool


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
        "token_limit": caller.project.token_limit,
        "require_fact_sources": caller.project.require_fact_sources,
    }
    return answer(200, dict(told))
