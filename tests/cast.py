"""Who appears in the tests: one shop with its people and its agent, and someone from elsewhere."""

from dataclasses import dataclass
from datetime import UTC, datetime

from notes.actions import tokens
from notes.actions.members import add_member
from notes.models import Actor, ActorKind, Card, Project, Role, Token, User
from notes.queries import access

NOW = datetime(2026, 11, 12, 10, 30, tzinfo=UTC)
PASSWORD = "correct horse battery staple"
DESK = Actor(ActorKind.UNKNOWN, "command line", 0, Role.MAINTAINER)


@dataclass(frozen=True)
class Cast:
    """People are called what they are: `maintainer@shop.example` is Maintainer, the maintainer of the shop."""

    shop: Project
    elsewhere: Project
    maintainer: User
    operator: User
    reviewer: User
    viewer: User
    outsider: User

    def actor(self, user: User) -> Actor:
        return access.member(user, "shop" if user != self.outsider else "elsewhere")[1]

    @property
    def coder(self) -> Actor:
        return Actor(ActorKind.AGENT, "coder", self.shop.pk)


def make_cast() -> Cast:
    shop = Project(slug="shop", name="Shop", created_at=NOW)
    elsewhere = Project(slug="elsewhere", name="Elsewhere", created_at=NOW)
    people = {role.value: _member(shop, role.value, role) for role in reversed(Role)}
    return Cast(shop, elsewhere, **people, outsider=_member(elsewhere, "outsider", Role.MAINTAINER))


def token_of(cast: Cast, who: User | str, *, revoked: bool = False) -> str:
    """A token of a person, or of the agent of that name in the shop."""
    project = cast.elsewhere if who == cast.outsider else cast.shop
    if isinstance(who, str):
        secret = tokens.create_program_token(project=project, by=by_desk(project), now=NOW, name=who)
    else:
        secret = tokens.create_person_token(project=project, by=by_desk(project), now=NOW, email=who.email)
    if revoked:
        held = Token.objects.get(digest=access.digest_of(secret))
        tokens.revoke_token(token=held, by=by_desk(project), now=NOW)
    return secret


def by_desk(project: Project) -> Actor:
    return Actor(DESK.kind, DESK.name, project.pk, DESK.role)


def card(cast: Cast, key: str, format: str = "free", title: str = "") -> Card:
    return Card.objects.create(
        project=cast.shop, key=key, title=title or key, format=format, created_at=NOW, updated_at=NOW
    )


def _member(project: Project, name: str, role: Role) -> User:
    email = f"{name}@{project.slug}.example"
    added = add_member(project=project, by=DESK, now=NOW, email=email, role=role, password=PASSWORD, name=name.title())
    return added.user
