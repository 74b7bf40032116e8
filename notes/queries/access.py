"""What a person or a token may see. Every page and every call begins here; what is hidden does not exist."""

import hashlib
import re

from django.db.models import QuerySet
from django.db.models.functions import Lower

from notes.models import Actor, ActorKind, Card, Membership, Project, Role, Token, User
from notes.models.card import key_validator
from notes.queries.prepared import Prepared, columns, instance


def projects_of(user: User) -> QuerySet[Project]:
    return Project.objects.filter(memberships__user=user).order_by("name")


def member(user: User, slug: str) -> tuple[Project, Actor]:
    """Raises Membership.DoesNotExist for a project that is not there and for one that is not theirs."""
    membership = Membership.objects.select_related("project").get(project__slug=slug, user=user)
    return membership.project, person(user, membership)


def members_from(project_id: int, role: Role) -> QuerySet[Membership]:
    """Those of a project who may do what this role may, each with the person."""
    members = Membership.objects.filter(project=project_id, role__in=role.and_more, user__is_active=True)
    return members.select_related("user")


def person(user: User, membership: Membership) -> Actor:
    return Actor(ActorKind.PERSON, user.name, membership.project_id, Role(membership.role), user.pk)


def digest_of(secret: str) -> str:
    """A token has 256 random bits: a slow hash would protect nothing more."""
    return hashlib.sha256(secret.encode()).hexdigest()


def holder(secret: str) -> Token | None:
    """The token that this secret belongs to, with its project, unless it was revoked."""
    row = _HOLDER.first(digest_of(secret))
    if row is None:
        return None
    token = instance(Token, row[: len(_TOKEN)])
    token.project = instance(Project, row[len(_TOKEN) :])
    return token


def actor_of(token: Token) -> Actor | None:
    """A person's token is worth what the person is by now: None where that is nothing."""
    if token.user_id is None:
        return Actor(ActorKind(token.kind), token.name, token.project_id)
    members = Membership.objects.select_related("user").filter(user__is_active=True)
    membership = members.filter(project=token.project_id, user=token.user_id).first()
    return person(membership.user, membership) if membership else None


def card(project: Project, key: str) -> Card:
    """Raises Card.DoesNotExist."""
    row = _CARD.first(project.pk, key.lower()) if _may_be(key) else None
    if row is None:
        raise Card.DoesNotExist(key)
    found = instance(Card, row)
    found.project = project
    return found


def cards_called(project_id: int, key: str) -> QuerySet[Card]:
    """At most one. Keys are compared without letter case, as people type them."""
    return _by_key(project_id, key.lower()) if _may_be(key) else Card.objects.none()


def cards_of(user: User, key: str) -> list[Card]:
    """The cards of this key in all the person's projects, by the names of those."""
    if not _may_be(key):
        return []
    named = Card.objects.alias(low=Lower("key")).filter(project__in=list(projects_of(user)), low=key.lower())
    return list(named.select_related("project").order_by("project__name"))


def _may_be(key: str) -> bool:
    """Some databases fail at what can be no key."""
    return re.search(key_validator.regex, key) is not None


def _by_key(project_id: int, small_letters: str) -> QuerySet[Card]:
    """As the index of the keys has them."""
    return Card.objects.alias(low=Lower("key")).filter(project=project_id, low=small_letters)


_TOKEN = columns(Token)
_HOLDER = Prepared(
    lambda digest: Token.objects.filter(digest=digest, revoked_at=None).values_list(
        *_TOKEN, *columns(Project, "project__")
    ),
    arguments=1,
)
_CARD = Prepared(
    lambda project, key: _by_key(project, key).values_list(*columns(Card)),
    arguments=2,
)
