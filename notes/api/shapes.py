"""What several answers have in common, and the responses that every call may give."""

from datetime import datetime
from http import HTTPStatus
from typing import Any

from pydantic import ConfigDict, TypeAdapter
from typing_extensions import TypedDict

from notes.api.answers import TITLES


class By(TypedDict):
    kind: str
    name: str


class OneProblem(TypedDict, total=False):
    """Whatever else helps to be right stands beside these: `locked` and `yours`, `nearest`, `current` …"""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    code: str
    says: str
    section: str
    line: int


class Problems(TypedDict):
    """RFC 9457, as application/problem+json."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    type: str
    title: str
    status: int
    detail: str
    problems: list[OneProblem]
    # To ask whoever runs the desk about it. Of an answer that is given again it is the first call's.
    request_id: str


def problems_schema() -> dict[str, Any]:
    schema = TypeAdapter(Problems).json_schema(ref_template="#/components/schemas/{model}")
    del schema["$defs"]  # OneProblem is among the components already: answers name it
    return schema


def by(kind: str, name: str) -> By | None:
    return {"kind": kind, "name": name} if kind else None


def when(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def problems(*more: int) -> dict[str, Any]:
    """What an OpenAPI operation says about going wrong; `more` adds to what can always happen."""
    schema = {"$ref": "#/components/schemas/Problems"}
    content = {"application/problem+json": {"schema": schema}}
    statuses = sorted({400, 401, 404, 500, 503, *more})
    return {
        "responses": {
            status: {"description": TITLES.get(status) or HTTPStatus(status).phrase, "content": content}
            for status in statuses
        }
    }


def keyed(*more: int) -> dict[str, Any]:
    """The same for a write, which may carry an Idempotency-Key."""
    header = {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "description": "New for each write; sent again with the same body it gives the first answer again.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 1000, "pattern": "^[!-~]+$"},
    }
    return {**problems(403, 408, 413, 415, 422, *more), "parameters": [header]}
