"""Whose rights still hold, by the cookie of a browser: the same people whom a page would know."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import LazySettings, settings
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client

from handoff_site import live_rights
from handoff_site.live_rights import Unknown, projects_by_cookie
from notes.models import Membership, User
from tests.cast import Cast

# A connection inside a transaction of the test would be closed as one that is not fit for use.
pytestmark = pytest.mark.django_db(transaction=True)


def cookie_of(client: Client) -> bytes:
    return f"theme=dark; {settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()


@pytest.fixture
def signed_in(cast: Cast) -> Client:
    client = Client()
    client.force_login(cast.operator)
    return client


def test_who_is_signed_in_may_glance_at_their_projects(cast: Cast, signed_in: Client) -> None:
    tab, outsider = cookie_of(signed_in), Client()
    outsider.force_login(User.objects.create_user("outsider@example.org", name="Outsider"))
    found = projects_by_cookie([tab, cookie_of(outsider)])
    assert found == {tab: frozenset({cast.shop.pk}), cookie_of(outsider): frozenset()}
    Membership.objects.filter(user=cast.operator).delete()
    assert projects_by_cookie([tab]) == {tab: frozenset()}


def sign_out(_: Cast) -> None:
    Session.objects.all().delete()


def let_it_run_out(_: Cast) -> None:
    session = Session.objects.get()
    session.expire_date -= timedelta(days=400)
    session.save()


def close_the_account(cast: Cast) -> None:
    User.objects.filter(pk=cast.operator.pk).update(is_active=False)


def change_the_password(cast: Cast) -> None:
    cast.operator.set_password("another one, long enough")
    cast.operator.save()


@pytest.mark.parametrize("end", [sign_out, let_it_run_out, close_the_account, change_the_password])
def test_a_sign_in_that_has_ended_gives_nothing(cast: Cast, signed_in: Client, end: Callable[[Cast], None]) -> None:
    end(cast)
    assert projects_by_cookie([cookie_of(signed_in)]) == {}


@pytest.mark.parametrize(
    "cookie",
    [
        b"",
        b";;=",
        b"sessionid=",
        b"sessionid=made-up",
        b'sessionid="\\000abcdefghijklmnop"',
        b"\xff\xfe=\x00",
        b"sessionid=" + b"x" * 9999,
    ],
)
def test_a_cookie_that_says_nothing_is_nobodys_and_keeps_nobody_from_being_looked_at(
    cookie: bytes, signed_in: Client
) -> None:
    assert list(projects_by_cookie([cookie, cookie_of(signed_in)])) == [cookie_of(signed_in)]


def change_the_key(_: Cast, settings: LazySettings) -> None:
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another one"


def change_the_password_too(cast: Cast, _: LazySettings) -> None:
    change_the_password(cast)


@pytest.mark.parametrize(("change", "holds"), [(change_the_key, True), (change_the_password_too, False)])
def test_looking_at_a_session_leaves_it_as_it_is(
    cast: Cast,
    signed_in: Client,
    settings: LazySettings,
    change: Callable[[Cast, LazySettings], None],
    holds: bool,
) -> None:
    """A session that gets a new name, which its browser is not told, would be lost."""
    before = list(Session.objects.values_list("session_key", "session_data"))
    change(cast, settings)
    assert bool(projects_by_cookie([cookie_of(signed_in)])) == holds
    assert signed_in.get("/live/").status_code == (200 if holds else 401)
    assert list(Session.objects.values_list("session_key", "session_data")) == before
    page = signed_in.get("/p/")
    assert page.status_code == (200 if holds else 302)


def test_a_database_that_does_not_answer_says_nothing_of_anyone(
    signed_in: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_: User) -> list[int]:
        raise OperationalError("gone")

    monkeypatch.setattr(live_rights, "projects_glanced_at", away)
    with pytest.raises(Unknown):
        projects_by_cookie([cookie_of(signed_in)])
