"""Making and revoking the keys that programs and people use the API with."""

import secrets
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction

from notes.actions.errors import Invalid, require
from notes.actions.steps.history import record
from notes.models import Actor, ActorKind, Membership, Project, Role, Token
from notes.queries.access import digest_of
from notes.rules.problems import Problem

PREFIX = "hd_"
BYTES = 32
FOR_PROGRAMS = (ActorKind.AGENT, ActorKind.SUMMARISER, ActorKind.RUNNER)


def create_program_token(
    *, project: Project, by: Actor, now: datetime, name: str, kind: ActorKind = ActorKind.AGENT
) -> str:
    """The secret, which is told this once: only its digest is kept."""
    if kind not in FOR_PROGRAMS:
        raise Invalid(Problem("token.bad_kind", f"A program is {', '.join(FOR_PROGRAMS)}; not {kind}."))
    if not name.strip() or not name.isprintable():
        raise Invalid(Problem("token.bad_name", "Name the program in one line: it stands beside what it writes."))
    return _create(Token(project=project, kind=kind, name=name.strip(), created_at=now), by, now)


def create_person_token(*, project: Project, by: Actor, now: datetime, email: str) -> str:
    """A person's own token: it acts as that person, with the role that they have at the time."""
    membership = Membership.objects.select_related("user").filter(project=project, user__email__iexact=email).first()
    if membership is None:
        says = f"{email} is no member of {project.slug}: make them one first (create_member)."
        raise Invalid(Problem("token.no_member", says))
    user = membership.user
    token = Token(project=project, kind=ActorKind.PERSON, name=str(user), user=user, created_at=now)
    return _create(token, by, now)


def revoke_token(*, token: Token, by: Actor, now: datetime) -> None:
    """At once and for ever; doing it twice changes nothing."""
    require(by, Role.MAINTAINER, "revoke tokens")
    with transaction.atomic(durable=True):
        if Token.objects.filter(pk=token.pk, project=by.project_id, revoked_at=None).update(revoked_at=now):
            record("token.revoked", by=by, now=now, token=token.pk)


def _create(token: Token, by: Actor, now: datetime) -> str:
    require(by, Role.MAINTAINER, "make tokens")
    secret = PREFIX + secrets.token_urlsafe(BYTES)
    token.digest = digest_of(secret)
    try:
        token.clean_fields(exclude=["user", "revoked_at"])
    except ValidationError as error:
        raise Invalid(Problem("token.bad_name", " ".join(error.messages))) from None
    with transaction.atomic(durable=True):
        token.save()
        record("token.created", by=by, now=now, token=token.pk)
    return secret
