"""Signing in and out, and the text that someone typed while the session ran out."""

import re

import pytest
from django.conf import LazySettings
from django.core import mail
from django.test import Client

from notes.models import Card, Revision
from tests.cast import PASSWORD, Cast
from tests.web.desk import NOTE
from tests.web.test_editing import typed

LOGIN = "/accounts/login/"
EDIT = "/p/shop/SHOP-1/edit/"
TYPED = f"{NOTE}- only the API tests\n- what I typed for an hour\n"


def sign_in(client: Client, cast: Cast, **more: str) -> object:
    return client.post(LOGIN, {"login": cast.operator.email, "password": PASSWORD, **more})


def test_it_goes_on_where_one_wanted_to_go(card: Card, cast: Cast, client: Client) -> None:
    page = client.get(EDIT, follow=True).content.decode()
    assert f'name="next" value="{EDIT}"' in page
    answer = client.post(LOGIN, {"login": cast.operator.email, "password": PASSWORD, "next": EDIT})
    assert answer["Location"] == EDIT


ELSEWHERE = [
    *("https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"),
    # Other names and ports of this machine are other places.
    *("http://localhost/", "http://127.0.0.1/", "http://[::1]/", "http://testserver:8001/"),
]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_it_never_goes_to_another_site(address: str, cast: Cast, client: Client) -> None:
    answer = client.post(LOGIN, {"login": cast.operator.email, "password": PASSWORD, "next": address})
    assert answer["Location"] == "/"


def test_a_wrong_password_is_said_and_the_email_stays(cast: Cast, client: Client) -> None:
    page = client.post(LOGIN, {"login": cast.operator.email, "password": "wrong"}).content.decode()
    assert 'role="alert"' in page
    assert cast.operator.email in page


def test_there_is_no_sign_up(client: Client, db: None) -> None:
    assert "sign up" not in client.get(LOGIN).content.decode().lower()
    assert "closed" in client.get("/accounts/signup/").content.decode().lower()


def test_signing_out_takes_a_post(card: Card, operator: Client) -> None:
    assert operator.get("/accounts/logout/").status_code == 200
    assert operator.get(EDIT).status_code == 200
    assert operator.post("/accounts/logout/").status_code == 302
    assert operator.get(EDIT).status_code == 302


def test_a_forgotten_password_is_answered_by_a_letter(cast: Cast, client: Client) -> None:
    client.post("/accounts/password/reset/", {"email": cast.operator.email})
    (letter,) = mail.outbox
    found = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(letter.body))
    assert found
    assert "New Password" in client.get(found[1], follow=True).content.decode()


def test_a_stranger_has_no_letter_sent_to_anyone(cast: Cast, client: Client) -> None:
    page = client.post("/accounts/password/reset/", {"email": "stranger@elsewhere.example"})
    assert page.status_code == 302
    assert mail.outbox == []


def test_a_mail_server_that_is_away_is_said_and_no_failure_of_the_desk(
    cast: Cast, client: Client, settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    page = client.post("/accounts/password/reset/", {"email": cast.operator.email})
    assert page.status_code == 503
    assert "The letter could not be sent" in page.content.decode()
    assert cast.operator.email not in caplog.text


ACCOUNT = ["/accounts/password/change/", "/accounts/logout/"]


@pytest.mark.parametrize("address", ACCOUNT)
def test_the_account_pages_look_like_the_desk(address: str, card: Card, operator: Client) -> None:
    page = operator.get(address).content.decode()
    assert "css/parts.css" in page
    assert "Menu:" not in page


def test_what_was_typed_survives_the_sign_in(card: Card, cast: Cast, client: Client) -> None:
    asked = client.post(EDIT, {"base": 2, "text": TYPED})
    assert asked.status_code == 401
    assert "you were signed out" in asked.content.decode()
    assert typed(asked) == TYPED
    form = {"base": "2", "text": TYPED, "kept_path": EDIT, "next": EDIT}
    wrong = client.post(LOGIN, form | {"login": cast.operator.email, "password": "wrong"})
    assert typed(wrong) == TYPED
    again = client.post(LOGIN, form | {"login": cast.operator.email, "password": PASSWORD})
    assert "You are signed in again. Your text is not saved yet." in again.content.decode()
    assert typed(again) == TYPED
    assert Revision.objects.filter(card=card).count() == 2
    assert client.post(EDIT, {"base": 2, "text": typed(again)}).status_code == 302


def test_what_was_typed_is_shown_to_nobody_who_may_not_write_there(card: Card, cast: Cast, client: Client) -> None:
    form = {"base": "2", "text": TYPED, "kept_path": EDIT, "login": cast.viewer.email, "password": PASSWORD}
    assert client.post(LOGIN, form).status_code == 403


@pytest.mark.parametrize("path", ["/", "https://evil.example/p/shop/SHOP-1/edit/", "nonsense", "/accounts/logout/"])
def test_a_kept_path_that_is_no_edit_page_is_ignored(path: str, card: Card, cast: Cast, client: Client) -> None:
    form = {"text": TYPED, "kept_path": path, "login": cast.operator.email, "password": PASSWORD}
    assert client.post(LOGIN, form).status_code == 302


def test_a_check_without_a_session_says_so_and_leads_nowhere(card: Card, client: Client) -> None:
    answer = client.post(f"{EDIT}check/", {"text": TYPED}, headers={"HX-Request": "true"})
    assert answer.status_code == 401
    assert "Go on writing" in answer.content.decode()


def test_a_button_without_a_session_comes_back_to_the_card(card: Card, client: Client) -> None:
    answer = client.post("/p/shop/SHOP-1/lines/", {"lock": "r1-5"})
    assert answer["Location"] == "/accounts/login/?next=/p/shop/SHOP-1/"


def test_a_live_button_without_a_session_leads_the_whole_page_to_the_sign_in(card: Card, client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/p/shop/SHOP-1/?view=source"}
    answer = client.post("/p/shop/SHOP-1/lines/", {"lock": "r1-5"}, headers=headers)
    assert answer["HX-Redirect"] == "/accounts/login/?next=/p/shop/SHOP-1/%3Fview%3Dsource"


def test_many_wrong_passwords_are_stopped_with_a_page(cast: Cast, client: Client) -> None:
    for _ in range(12):
        answer = client.post(LOGIN, {"login": cast.operator.email, "password": "wrong"})
    assert "Too many" in answer.content.decode()


def test_a_form_without_its_proof_keeps_the_text(card: Card, cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.operator)
    answer = client.post(EDIT, {"base": 2, "text": TYPED})
    assert answer.status_code == 403
    assert typed(answer) == TYPED
    page = answer.content.decode()
    assert "Not saved: please send it again" in page
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token
    form = {"base": 2, "text": typed(answer), "csrfmiddlewaretoken": token[1]}
    assert client.post(EDIT, form).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["\x00abcdefghijklmnop", "made-up", "x" * 5_000, "\xff" * 9, "' or 1=1 --", ""])
def test_a_cookie_that_can_be_no_session_is_nobodys(client: Client, key: str) -> None:
    client.cookies["sessionid"] = key
    answer = client.get("/p/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/p/")
