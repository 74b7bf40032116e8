"""What a person or a token may see. Every page and every call begins here; what is hidden does not exist."""

import hashlib
import re

from django.db.models import QuerySet
from django.db.models.functions import Lower

from notes.models import Actor, ActorKind, Card, Membership, Project, Role, Token, User
from notes.models.card import key_validator


def projects_of(user: User) -> QuerySet[Project]:
    return Project.objects.filter(memberships__user=user).order_by("name")


def member(user: User, slug: str) -> tuple[Project, Actor]:
    """Raises Membership.DoesNotExist for a project that is not there and for one that is not theirs."""
    membership = Membership.objects.select_related("project").get(project__slug=slug, user=user)
    return membership.project, person(user, membership)


def person(user: User, membership: Membership) -> Actor:
    return Actor(ActorKind.PERSON, user.name, membership.project_id, Role(membership.role), user.pk)


def digest_of(secret: str) -> str:
    """A token has 256 random bits: a slow hash would protect nothing more."""
    return hashlib.sha256(secret.encode()).hexdigest()


def holder(secret: str) -> Token | None:
    """The token that this secret belongs to, unless it was revoked."""
    found = Token.objects.select_related("project", "user").filter(digest=digest_of(secret), revoked_at=None)
    return found.first()


def actor_of(token: Token) -> Actor | None:
    if token.user is None:
        return Actor(ActorKind(token.kind), token.name, token.project_id)
    membership = Membership.objects.filter(project=token.project_id, user=token.user_id).first()
    return person(token.user, membership) if membership and token.user.is_active else None


def card(project: Project, key: str) -> Card:
    """Raises Card.DoesNotExist."""
    return cards_called(project.pk, key).get()


def cards_called(project_id: int, key: str) -> QuerySet[Card]:
    """At most one. Keys are compared without letter case, as people type them, and by their index."""
    if not re.search(key_validator.regex, key):
        return Card.objects.none()
    return Card.objects.alias(low=Lower("key")).filter(project=project_id, low=key.lower())
