"""What is read from a request: strict JSON, the revision in If-Match, the key that makes a write happen once."""

import hashlib
import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Annotated, Any, TypeVar

from django.http import HttpRequest
from ninja.parser import Parser
from pydantic import BaseModel, ConfigDict, Field

from notes.actions.errors import Invalid, OutOfStep
from notes.actions.steps.answers import KEPT_FOR, Keyed, Rendered
from notes.api.callers import Call
from notes.api.fields import HIGHEST
from notes.models import Card
from notes.queries import access
from notes.rules.content.places import on_machine
from notes.rules.hygiene.secrets import shown
from notes.rules.problems import Problem

T = TypeVar("T")

KEY = re.compile(r"[\x21-\x7e]{1,1000}")
# `"9"`, or `"9.2"` where lines were locked or unlocked since.
ETAG = re.compile(r'(?:W/)?"?(\d{1,9})(?:\.\d+)?"?')


class InProject(BaseModel):
    project: str


class OnCard(InProject):
    card: str


class Before(BaseModel):
    """`before` is `next` of the page before."""

    before: Annotated[int, Field(ge=1, le=HIGHEST)] | None = None


class Sent(BaseModel):
    """Bodies say what they mean: no other names, no numbers in quotes."""

    model_config = ConfigDict(strict=True, extra="forbid")


class NotUnderstood(Exception):
    def __init__(self, status: int, code: str, says: str) -> None:
        super().__init__(says)
        self.status, self.problem = status, Problem(code, says)


class StrictJson(Parser):
    def parse_body(self, request: HttpRequest) -> Any:
        if request.content_type not in ("", "application/json"):
            raise NotUnderstood(415, "request.media_type", "Send the body as application/json.")
        try:
            text = request.body.decode()
        except UnicodeDecodeError as error:
            says = f"The body is not UTF-8: byte {error.start} does not fit. Send it as UTF-8."
            raise NotUnderstood(400, "request.not_utf8", says) from None
        return load(text)


def load(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        says = f"The body is not JSON: {error.msg} in line {error.lineno}, column {error.colno}."
    except RecursionError:
        says = "The body is nested too deeply."
    except ValueError as error:
        says = f"The body is not JSON that can be kept: {error}."
    raise NotUnderstood(400, "request.not_json", says)


def card_of(request: Call, key: str) -> Card:
    """Raises Card.DoesNotExist."""
    return access.card(request.auth.project, key)


def card_with_text(request: Call, key: str) -> Card:
    """For a call that gives or takes what stands in its note or facts. Raises Card.DoesNotExist.

    By what was read with the token; an action that writes looks again.
    """
    if not request.auth.project.shows_content:
        raise OutOfStep(on_machine())
    return card_of(request, key)


def base_revision(request: HttpRequest, in_body: int | None) -> int | None:
    """The revision that a write starts from: told in the body, or as If-Match."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return in_body
    found = ETAG.fullmatch(header.strip())
    if found is None:
        raise Invalid(Problem("request.bad_if_match", 'If-Match is the ETag of the note that you read, such as "9".'))
    if in_body not in (None, int(found[1])):
        says = f"The body starts from revision {in_body} and If-Match from {found[1]}: say one of them."
        raise Invalid(Problem("request.two_bases", says))
    return int(found[1])


def keyed(request: Call, render: Callable[[T], Rendered]) -> Keyed[T] | None:
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not KEY.fullmatch(key):
        says = "An Idempotency-Key is 1 to 1,000 visible ASCII characters, new for each write; a UUID is fine."
        raise Invalid(Problem("request.bad_key", says))
    # Of a call from inside the desk: how long a key holds that was derived from what was asked.
    seconds = request.META.get("handoff.key_seconds")
    kept_for = KEPT_FOR if seconds is None else timedelta(seconds=seconds)
    return Keyed(request.auth.token_id, key, _digest(request), render, kept_for)


def _digest(request: HttpRequest) -> str:
    asked = [request.method or "", request.get_full_path(), request.headers.get("If-Match", "")]
    return hashlib.sha256("\n".join(asked).encode() + b"\n" + request.body).hexdigest()


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"“{shown(twice, 80)}” stands twice in one object")
    return found


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")
