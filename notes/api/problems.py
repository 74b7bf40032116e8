"""Every way for a call to fail, as a problem with a stable code and a sentence. One shape for all."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from typing import Any, cast

from django.core.exceptions import DisallowedHost, ObjectDoesNotExist, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.utils import timezone
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from notes.actions.errors import Invalid, NotAllowed, OutOfStep
from notes.actions.steps.answers import AnsweredBefore
from notes.actions.steps.standing import ScreenMoved
from notes.api.answers import answer, answered, entries, problem_body, refusal
from notes.api.callers import NoSuchProject, NoToken
from notes.api.escalation_shapes import escalation_out
from notes.api.requests import NotUnderstood
from notes.models import Escalation, PendingSave, Round
from notes.queries.facts import NoSuchFact
from notes.queries.handoffs import NoSuchHandoff
from notes.queries.notes import NoSuchRevision
from notes.rules.hygiene.secrets import shown
from notes.rules.problems import Problem
from notes.rules.writing.first_problems import MOST_PROBLEMS, more_problems

logger = logging.getLogger("handoff.api")

# What pydantic calls it → what the desk calls it.
CODES = {
    "missing": "request.missing",
    "extra_forbidden": "request.unknown_field",
    "string_unicode": "request.not_text",
    "secret": "hygiene.secret",
}
WRONG_TYPE = ("_type", "_parsing", "int_from_float")
NOT_FOUND: dict[type[Exception], Problem] = {
    NoSuchProject: Problem("project.not_found", "There is no such project for this token."),
    NoSuchFact: Problem("fact.not_found", "The card has no fact of this name."),
    NoSuchHandoff: Problem("handoff.not_found", "The project has no handoff of this number."),
    NoSuchRevision: Problem("note.not_found", "The note has no such revision, or the card no note yet."),
    Escalation.DoesNotExist: Problem("escalation.not_found", "The project has no decision of this number."),
    Round.DoesNotExist: Problem("round.not_found", "The card has no round of this number."),
    PendingSave.DoesNotExist: Problem("save.not_found", "The project has no save of this number."),
    ObjectDoesNotExist: Problem("card.not_found", "The project has no such card."),
}
NO_ADDRESS = Problem("request.no_such_address", "There is nothing at this address: /api/v1/docs has all there are.")


def install(api: NinjaAPI) -> None:
    """The kinds that ninja has answers of its own for, and all others."""
    for kind in (HttpError, ValidationError, Http404, Exception):
        api.add_exception_handler(kind, _handle)


def wrong_method(method: str, permitted: Iterable[str]) -> HttpResponse:
    allowed = ", ".join(sorted(permitted))
    says = f"{method} does nothing at this address. It takes {allowed}."
    return refusal(405, Problem("request.wrong_method", says), Allow=allowed)


def _handle(request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
    response: HttpResponse = response_to(error)
    if response.status_code >= 500:
        raised = cast(Exception, error)
        logger.error("%s %s failed", request.method, request.path, exc_info=raised, extra={"request": request})
    return response


@singledispatch
def response_to(_error: object) -> HttpResponse:
    return refusal(500, Problem("desk.failed", "The desk failed; its log says why. Nothing was written."))


@response_to.register
def _(_error: Http404) -> HttpResponse:
    return refusal(404, NO_ADDRESS)


@response_to.register(LookupError)
@response_to.register(ObjectDoesNotExist)
def _(error: Exception) -> HttpResponse:
    known = next((problem for kind, problem in NOT_FOUND.items() if isinstance(error, kind)), None)
    return refusal(404, known) if known else response_to.dispatch(object)(error)


@response_to.register
def _(error: NoToken) -> HttpResponse:
    return refusal(401, Problem("request.no_token", str(error)), WWW_Authenticate="Bearer")


@response_to.register
def _(error: NotAllowed) -> HttpResponse:
    return refusal(403, Problem("request.not_allowed", error.says))


@response_to.register
def _(error: Invalid) -> HttpResponse:
    return refusal(422, *error.problems)


@response_to.register
def _(error: OutOfStep) -> HttpResponse:
    return refusal(409, *error.problems)


@response_to.register
def _(error: ScreenMoved) -> HttpResponse:
    """With what stands there now, to be looked at before it is answered."""
    now = escalation_out(error.escalation, timezone.now())
    return answer(409, problem_body(409, entries(error.problems), escalation=now))


@response_to.register
def _(error: AnsweredBefore) -> HttpResponse:
    return answered(error.status, error.body, error.headers | {"Idempotency-Replayed": "true"})


@response_to.register
def _(error: ValidationError) -> HttpResponse:
    return refusal(422, *_misfits(error.errors))


@response_to.register
def _(error: NotUnderstood) -> HttpResponse:
    return refusal(error.status, error.problem)


@response_to.register
def _(error: HttpError) -> HttpResponse:
    """The parser's own reason is wrapped in one without a reason."""
    return response_to(error.__cause__)


@response_to.register
def _(_error: SuspiciousOperation) -> HttpResponse:
    return refusal(400, Problem("request.suspicious", "The request is not one that the desk takes from anyone."))


@response_to.register
def _(_error: DisallowedHost) -> HttpResponse:
    says = "The desk does not go by this Host: call it at its PUBLIC_URL, or name the host in ALLOWED_HOSTS."
    return refusal(400, Problem("request.bad_host", says))


@response_to.register
def _(_error: RequestDataTooBig) -> HttpResponse:
    says = "The body is larger than the desk takes. A note has at most 1 MiB."
    return refusal(413, Problem("request.too_large", says))


@response_to.register
def _(_error: UnreadablePostError) -> HttpResponse:
    return refusal(400, Problem("request.cut_off", "The body ended before it was complete. Send it again."))


@response_to.register(OperationalError)
@response_to.register(InterfaceError)
def _(_error: Exception) -> HttpResponse:
    """A connection that is lost at the very end leaves open whether the write stands: its key tells."""
    says = "The desk could not get its turn at the database. Send the same again, a write with its Idempotency-Key."
    return refusal(503, Problem("desk.busy", says), Retry_After="2")


def _misfits(errors: Sequence[dict[str, Any]]) -> Iterator[Problem]:
    yield from map(_misfit, errors[:MOST_PROBLEMS])
    if len(errors) > MOST_PROBLEMS:
        yield more_problems(len(errors) - MOST_PROBLEMS)


def _misfit(error: dict[str, Any]) -> Problem:
    """Where it is wrong is told as a path: `replace.0.with`."""
    source, *path = (str(part) for part in error["loc"])
    name = ".".join(path[1:] if source == "body" else path[-1:])
    field = f"`{shown(name, 80)}`" if name else "The body"
    kind = error["type"]
    code = CODES.get(kind, "request.wrong_type" if kind.endswith(WRONG_TYPE) else "request.wrong_value")
    says = {
        "missing": f"{field} is missing.",
        "extra_forbidden": f"{field} is no field of this call: leave it out.",
        "string_unicode": f"{field} holds NUL or half of a surrogate pair, which no text can hold. Take it out.",
    }
    plain = error["msg"].removeprefix("Value error, ").replace("Input should", "should")
    return Problem(code, says.get(kind, f"{field} {plain[:1].lower()}{plain[1:]}."), detail={"field": name})
