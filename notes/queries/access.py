"""What a person or a token may see. Every page and every call begins here; what is hidden does not exist."""

import hashlib

from django.db.models import QuerySet

from notes.models import Actor, ActorKind, Card, Membership, Project, Role, Token, User


def projects_of(user: User) -> QuerySet[Project]:
    return Project.objects.filter(memberships__user=user).order_by("name")


def member(user: User, slug: str) -> tuple[Project, Actor]:
    """Raises Membership.DoesNotExist for a project that is not there and for one that is not theirs."""
    membership = Membership.objects.select_related("project").get(project__slug=slug, user=user)
    return membership.project, person(user, membership)


def person(user: User, membership: Membership) -> Actor:
    return Actor(ActorKind.PERSON, user.name, membership.project_id, Role(membership.role), user.pk)


def holder(secret: str) -> Token | None:
    """The token that this secret belongs to, unless it was revoked, or its person is no member any more."""
    digest = hashlib.sha256(secret.encode()).hexdigest()
    return Token.objects.select_related("project", "user").filter(digest=digest, revoked_at=None).first()


def actor_of(token: Token) -> Actor | None:
    if token.user is None:
        return Actor(ActorKind(token.kind), token.name, token.project_id)
    membership = Membership.objects.filter(project=token.project_id, user=token.user_id).first()
    return person(token.user, membership) if membership and token.user.is_active else None


def card(project: Project, key: str) -> Card:
    """Raises Card.DoesNotExist. Keys are compared without letter case, as people type them."""
    return Card.objects.get(project=project, key__iexact=key)
