"""The settings page says who may come in, and maintainers end that."""

from collections.abc import Callable

import pytest
from django.test import Client

from notes.actions.tokens import create_program_token
from notes.models import Event, Membership, Token, User
from tests.cast import NOW, Cast, by_desk

SETTINGS = "/p/shop/settings/"


@pytest.fixture
def maintainer(cast: Cast, as_: Callable[[User], Client]) -> Client:
    create_program_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, name="coder")
    return as_(cast.maintainer)


def address(cast: Cast, user: User) -> str:
    return f"{SETTINGS}members/{Membership.objects.get(project=cast.shop, user=user).pk}/remove/"


def token() -> str:
    return f"{SETTINGS}tokens/{Token.objects.get().pk}/revoke/"


def test_it_names_members_by_what_they_may_do_and_tokens(cast: Cast, maintainer: Client) -> None:
    page = maintainer.get(SETTINGS).content.decode()
    members = [cast.maintainer, cast.operator, cast.reviewer, cast.viewer]
    assert [page.index(member.email) for member in members] == sorted(page.index(member.email) for member in members)
    assert cast.outsider.email not in page
    assert "the token of coder, made" in page


def test_a_member_is_removed_and_a_token_revoked(cast: Cast, maintainer: Client) -> None:
    said = maintainer.post(address(cast, cast.viewer), follow=True).content.decode()
    assert "Viewer is no member of Shop any more." in said
    assert f"<bdi>{cast.viewer.email}" not in said
    said = maintainer.post(token(), follow=True).content.decode()
    assert "Revoked: the token of agent coder." in said
    assert "No token opens this project." in said


def test_what_was_done_in_another_tab_already_is_said_as_done(cast: Cast, maintainer: Client) -> None:
    for at, says in (
        (address(cast, cast.viewer), "They are no member of Shop any more."),
        (token(), "Revoked: the token of agent coder. It opens nothing any more."),
    ):
        maintainer.post(at, follow=True)
        again = maintainer.post(at, follow=True)
        assert again.redirect_chain == [(SETTINGS, 302)]
        assert says in again.content.decode()
    assert Event.objects.filter(verb__in=("member.removed", "token.revoked")).count() == 2


def test_the_only_maintainer_is_told_what_to_do_first(cast: Cast, maintainer: Client) -> None:
    said = maintainer.post(address(cast, cast.maintainer), follow=True).content.decode()
    assert "make another member one first" in said


def test_who_removes_themselves_is_led_to_what_is_left(cast: Cast, maintainer: Client) -> None:
    Membership.objects.filter(user=cast.operator).update(role="maintainer")
    answer = maintainer.post(address(cast, cast.maintainer), follow=True)
    assert (answer.redirect_chain, answer.status_code) == ([("/p/", 302)], 200)


def test_only_maintainers_and_only_of_this_project(
    cast: Cast, maintainer: Client, as_: Callable[[User], Client]
) -> None:
    others = [cast.operator, cast.reviewer, cast.viewer, cast.outsider]
    for at in (address(cast, cast.viewer), token()):
        assert [as_(user).post(at).status_code for user in others] == [403, 403, 403, 404]
        assert maintainer.get(at).status_code == 405
    elsewhere = Membership.objects.get(project=cast.elsewhere)
    create_program_token(project=cast.elsewhere, by=by_desk(cast.elsewhere), now=NOW, name="theirs")
    theirs = Token.objects.get(project=cast.elsewhere)
    assert maintainer.post(f"{SETTINGS}tokens/{theirs.pk}/revoke/").status_code == 404
    assert maintainer.post(f"{SETTINGS}members/{elsewhere.pk}/remove/").status_code == 404
    assert maintainer.post(f"{SETTINGS}tokens/999/revoke/").status_code == 404
    assert Membership.objects.filter(user=cast.viewer).exists()
    assert not Token.objects.exclude(revoked_at=None).exists()
