"""What goes back over the wire: JSON, and RFC 9457 problems for all that went wrong."""

import json
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import HttpResponse

from notes.api import request_ids
from notes.rules.problems import Problem

Body = dict[str, Any]

TITLES = {
    400: "The request was not understood",
    401: "A token is needed",
    403: "Not allowed",
    404: "Not found",
    405: "Not this method",
    408: "Took too long",
    409: "Something else stands there",
    413: "Too large",
    415: "Not this media type",
    422: "Not right as it is",
    423: "Locked lines were changed",
    500: "The desk failed",
    503: "The desk is busy",
}


def answer(status: int, body: Body, **headers: str) -> HttpResponse:
    """Plain dicts all the way: checking an answer once more would cost more than making it."""
    kind = "application/json" if status < 400 else "application/problem+json"
    # A name that was sent may hold half a surrogate pair, which no encoding can carry.
    content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return HttpResponse(content, status=status, content_type=kind, headers=named)


def answered(status: int, body: Body, headers: dict[str, str]) -> HttpResponse:
    """A rendered outcome, which may have been kept for a call that is made again."""
    return answer(status, body, **headers)


def refusal(status: int, *problems: Problem, **headers: str) -> HttpResponse:
    return answer(status, problem_body(status, [entry(problem) for problem in problems]), **headers)


def problem_body(status: int, problems: list[Body], **more: Any) -> Body:
    """`detail` is for a reader in a hurry; `problems` has every reason with its place."""
    return {
        "type": f"{settings.PUBLIC_URL}/api/v1/docs#problem-{status}",
        "title": TITLES[status],
        "status": status,
        "detail": " ".join(problem["says"] for problem in problems[:3]),
        "problems": problems,
        "request_id": request_ids.current.get(),
        **more,
    }


def entry(problem: Problem) -> Body:
    """One reason; what is not known is left out."""
    found: Body = {"code": problem.code, "says": problem.says}
    if problem.section is not None:
        found["section"] = problem.section
    if problem.line is not None:
        found["line"] = problem.line
    return found | (problem.detail or {})


def entries(problems: Iterable[Problem]) -> list[Body]:
    return [entry(problem) for problem in problems]
