"""Who belongs to a project, as what."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import models, transaction

from notes.actions.errors import Invalid, require
from notes.actions.steps.history import record
from notes.mail.envelopes import is_one_address
from notes.models import Actor, Escalation, Membership, Project, Role, Token, User
from notes.queries.access import members_from
from notes.rules.hygiene.characters import character_faults
from notes.rules.problems import Problem


@dataclass(frozen=True, slots=True)
class Added:
    """Whether the person is new to the desk; the password of one who was known is left alone."""

    user: User
    new_user: bool


def add_member(
    *, project: Project, by: Actor, now: datetime, email: str, role: Role, password: str, name: str = ""
) -> Added:
    """Makes the person, and a project that is not stored yet; a member who was there gets the role."""
    require(by, Role.MAINTAINER, "add members")
    with transaction.atomic(durable=True):
        _store(project)
        by = replace(by, project_id=project.pk)
        user = User.objects.filter(email__iexact=email.strip()).first()
        added = Added(user or _new_user(email, name, password), new_user=user is None)
        membership, is_new = Membership.objects.get_or_create(project=project, user=added.user, defaults={"role": role})
        if is_new or membership.role != role:
            _require_another_maintainer(membership, role)
            Membership.objects.filter(pk=membership.pk).update(role=role)
            record("member.added" if is_new else "member.changed", by=by, now=now, user=added.user.pk, role=role)
    return added


def remove_member(*, project: Project, by: Actor, now: datetime, user: User) -> None:
    """What they wrote stays theirs; their tokens open nothing any more. Raises Membership.DoesNotExist, Invalid."""
    require(by, Role.MAINTAINER, "remove members")
    with transaction.atomic(durable=True):
        # Two who remove each other take turns.
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        membership = Membership.objects.select_related("project", "user").get(project=project, user=user)
        _require_another_maintainer(membership, None)
        membership.delete()
        Token.objects.filter(project=project, user=user, revoked_at=None).update(revoked_at=now)
        # Or nobody would be told of them any more.
        Escalation.objects.filter(project=project, assignee=user).update(assignee=None)
        record("member.removed", by=by, now=now, user=user.pk)


def _require_another_maintainer(membership: Membership, role: Role | None) -> None:
    """Nobody else could let anyone in."""
    if membership.role != Role.MAINTAINER or role is Role.MAINTAINER:
        return
    maintainers = members_from(membership.project_id, Role.MAINTAINER)
    if not maintainers.exclude(pk=membership.pk).exists():
        says = f"{membership.user} is the only maintainer of {membership.project}: make another member one first."
        raise Invalid(Problem("member.last_maintainer", says))


def _check_line(noun: str, name: str) -> None:
    if len(name.splitlines()) > 1 or character_faults(name):
        says = f"The name of this {noun} is one line without control characters: type it anew."
        raise Invalid(Problem(f"{noun}.bad_name", says))


def _store(project: Project) -> None:
    if project._state.adding:
        _check_line("project", project.name)
        _check(project, "project")
        project.save()


def _new_user(email: str, name: str, password: str) -> User:
    user = User(email=email.strip().lower(), name=(name or email.partition("@")[0]).strip()[:80])
    user.set_password(password)
    _check(user, "member")
    if not is_one_address(user.email):
        raise Invalid(Problem("member.bad_email", f"No letter could reach {user.email!r}: give one plain address."))
    _check_line("member", user.name)
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Invalid(Problem("member.weak_password", " ".join(error.messages))) from None
    user.save()
    return user


def _check(row: models.Model, noun: str) -> None:
    try:
        row.clean_fields()
    except ValidationError as error:
        problems = [
            Problem(f"{noun}.bad_{field}", f"The {field} of this {noun} is not right. {' '.join(says)}")
            for field, says in error.message_dict.items()
        ]
        raise Invalid(*problems) from None
