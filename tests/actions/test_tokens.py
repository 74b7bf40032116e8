"""Making and revoking tokens."""

import re

import pytest

from notes.actions.errors import Invalid, NotAllowed
from notes.actions.tokens import create_person_token, create_program_token, revoke_token
from notes.models import ActorKind, Event, Token
from notes.queries import access
from notes.rules.hygiene.secret_kinds import secret_kinds
from tests.cast import NOW, Cast, by_desk


def test_a_token_has_256_bits_and_only_its_digest_is_kept(cast: Cast) -> None:
    secret = create_program_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, name="coder")
    assert re.fullmatch(r"hd_[A-Za-z0-9_-]{43}", secret)
    assert secret not in str(Token.objects.values().get())
    assert Event.objects.latest("pk").data == {"token": Token.objects.get().pk}


def test_a_token_is_known_as_a_secret(cast: Cast) -> None:
    secret = create_program_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, name="coder")
    assert secret_kinds(f"the token is {secret}") == ["a Handoff Desk token"]


@pytest.mark.parametrize("kind", [ActorKind.AGENT, ActorKind.SUMMARISER, ActorKind.RUNNER])
def test_a_program_acts_as_its_kind(cast: Cast, kind: ActorKind) -> None:
    secret = create_program_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, name="coder", kind=kind)
    held = access.holder(secret)
    assert held
    actor = access.actor_of(held)
    assert actor
    assert (actor.kind, actor.name, actor.role, actor.may_write) == (kind, "coder", None, True)


def test_a_person_acts_as_themselves(cast: Cast) -> None:
    secret = create_person_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, email="OPERATOR@shop.example")
    held = access.holder(secret)
    assert held
    assert access.actor_of(held) == cast.actor(cast.operator)


def test_one_who_is_no_member_gets_none(cast: Cast) -> None:
    with pytest.raises(Invalid, match="is no member of shop"):
        create_person_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, email=cast.outsider.email)


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\0b", "n" * 81, "a\u202eb"])
def test_a_program_has_a_name_that_can_be_shown(cast: Cast, name: str) -> None:
    with pytest.raises(Invalid):
        create_program_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, name=name)


@pytest.mark.parametrize("kind", [ActorKind.PERSON, ActorKind.UNKNOWN])
def test_a_program_is_no_person(cast: Cast, kind: ActorKind) -> None:
    with pytest.raises(Invalid):
        create_program_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, name="coder", kind=kind)


def test_a_revoked_token_opens_nothing(cast: Cast) -> None:
    secret = create_program_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, name="coder")
    for _ in "ab":
        revoke_token(token=Token.objects.get(), by=cast.actor(cast.maintainer), now=NOW)
    assert access.holder(secret) is None
    assert Event.objects.filter(verb="token.revoked").count() == 1


def test_tokens_are_for_maintainers(cast: Cast) -> None:
    for by in (cast.actor(cast.operator), cast.coder):
        with pytest.raises(NotAllowed):
            create_program_token(project=cast.shop, by=by, now=NOW, name="coder")
        with pytest.raises(NotAllowed):
            revoke_token(token=Token(), by=by, now=NOW)
