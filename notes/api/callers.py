"""Who calls: a bearer token, which opens one project. Every other project does not exist for it."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer

from notes.models import Actor, Project
from notes.queries import access


@dataclass(frozen=True, slots=True)
class Caller:
    actor: Actor
    project: Project
    token_id: int


class Call(HttpRequest):
    """A request whose caller is known and may be in the project that it names."""

    auth: Caller


class NoToken(Exception):
    """There is no token, or none that holds."""


class NoSuchProject(LookupError):
    """Not there, or not the token's own: nobody can tell which."""


class BearerToken(HttpBearer):
    """Make one with `manage.py create_token`."""

    def __call__(self, request: HttpRequest) -> Caller:
        caller: Caller | None = super().__call__(request)
        if caller:
            return caller
        raise NoToken("Send a token of this project: `Authorization: Bearer hd_…`.")

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        caller = caller_of(token)
        named = request.resolver_match.kwargs["project"] if request.resolver_match else None
        if named != caller.project.slug:
            raise NoSuchProject(named)
        return caller


class TokenAlone(BearerToken):
    """For the one call that names no project: it tells which one the token opens."""

    def authenticate(self, request: HttpRequest, token: str) -> Any:  # noqa: ARG002
        return caller_of(token)


def caller_of(token: str) -> Caller:
    held = access.holder(token)
    actor = access.actor_of(held) if held else None
    if held is None or actor is None:
        raise NoToken("This token is unknown or was revoked. Ask a maintainer of the project for a new one.")
    return Caller(actor, held.project, held.pk)
