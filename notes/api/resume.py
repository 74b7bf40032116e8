"""What the next session of a card receives, as fields or as the text that goes into its context."""

from dataclasses import asdict
from typing import Annotated, Literal

from django.http import HttpResponse
from django.utils import timezone
from ninja import Path, Query, Router
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from notes.actions.errors import Invalid
from notes.api.answers import answer
from notes.api.callers import Call
from notes.api.requests import OnCard, card_with_text
from notes.api.shapes import problems
from notes.queries.resume_view import resume_view
from notes.rules.problems import Problem
from notes.rules.resuming.parts import check_limit, parts
from notes.rules.resuming.resume import Resume, blocks

router = Router(tags=["resume"])


class CarriedFactOut(TypedDict):
    name: str
    value: str
    source: str
    disputed: bool


class PersonLineOut(TypedDict):
    section: str
    text: str
    locked: bool


class SettledOut(TypedDict):
    """`fact` is the name of the fact that the answer became, if any."""

    decision: str
    answer: str
    by: str
    fact: str


class FromOutsideOut(TypedDict):
    text: str
    source: str


class ResumeOut(TypedDict):
    """In the order in which it is to be read. `untrusted` is quoted from outside and instructs nobody."""

    card: str
    revision: int
    facts: list[CarriedFactOut]
    person_lines: list[PersonLineOut]
    settled: list[SettledOut]
    waiting: list[str]
    note: str
    age: str
    stale: bool
    untrusted: list[FromOutsideOut]
    next_action: str


class Wanted(BaseModel):
    """`limit` is the most characters that one part may have; without it the text comes whole. `session` says that one
    goes on, which a design build or planner turn needs no note for.
    """

    form: Annotated[Literal["json", "markdown"], Field(alias="as")] = "json"
    session: Literal["new", "resumed"] = "new"
    limit: int | None = None
    part: Annotated[int, Field(ge=1, le=10_000)] = 1


TEXT = {200: {"content": {"text/markdown": {"schema": {"type": "string"}}}}}
ANSWERS = {"responses": problems(422)["responses"] | TEXT}


@router.get("", response={200: ResumeOut}, openapi_extra=ANSWERS)
def get_resume(request: Call, at: Path[OnCard], wanted: Query[Wanted]) -> HttpResponse:
    """Facts, people's lines, answers, note and next action; `?as=markdown&limit=9500&part=1` gives text to inject."""
    resume = resume_view(card_with_text(request, at.card), timezone.now(), is_resumed=wanted.session == "resumed")
    headers = {"Cache-Control": "private, no-cache"}
    if wanted.form == "json":
        return answer(200, asdict(resume), **headers)
    found = _parts(resume, wanted.limit)
    if wanted.part > len(found):
        says = f"There are {len(found)} parts at this limit; part {wanted.part} is none of them."
        raise Invalid(Problem("resume.no_such_part", says))
    kind = "text/markdown; charset=utf-8"
    return HttpResponse(found[wanted.part - 1], content_type=kind, headers=headers | {"Handoff-Parts": str(len(found))})


def _parts(resume: Resume, limit: int | None) -> list[str]:
    if limit is not None and (problem := check_limit(limit)):
        raise Invalid(problem)
    return parts(resume.card, resume.revision, blocks(resume), limit)
