"""The pages about one's letters: choosing, and turning them off by the link in a letter."""

from collections.abc import Callable
from datetime import time

import pytest
from django.test import Client

from notes.models import Letter, Membership, User
from notes.queries.letter_tokens import token_of
from tests.cast import NOW, Cast

As = Callable[[User], Client]


def membership(user: User) -> Membership:
    return Membership.objects.get(user=user)


def sent(user: User, *kinds: str, **more: str) -> dict[str, str | list[str]]:
    wanted = [f"{membership(user).pk}.{kind}" for kind in kinds]
    return {"time_zone": "Asia/Kolkata", "quiet_from": "", "quiet_until": "", "wanted": wanted, **more}


def off(user: User, kind: str) -> str:
    return f"/letters/off/{token_of(membership(user).pk, kind)}/"


def test_each_person_chooses_what_comes_and_when(cast: Cast, as_: As) -> None:
    client = as_(cast.operator)
    wishes = sent(cast.operator, "raised", "refusals", quiet_from="22:00", quiet_until="07:00")
    page = client.post("/letters/", wishes, follow=True).content.decode()
    assert "Saved." in page
    assert 'value="22:00"' in page
    assert "<option selected>Asia/Kolkata</option>" in page
    kept = membership(cast.operator)
    assert (kept.mail_raised, kept.mail_late, kept.mail_answered, kept.mail_refusals) == (True, False, False, True)
    person = User.objects.get(pk=cast.operator.pk)
    assert (person.time_zone, person.quiet_from, person.quiet_until) == ("Asia/Kolkata", time(22), time(7))


WRONG = [
    ({"time_zone": "Mars/Olympus"}, "does not know this time zone"),
    ({"quiet_from": "22:00"}, "need a beginning and an end"),
    ({"quiet_from": "late", "quiet_until": "07:00"}, "two times of day"),
    ({"quiet_from": "07:00", "quiet_until": "07:00"}, "hold nothing back"),
]


@pytest.mark.parametrize(("typed", "says"), WRONG)
def test_what_is_wrong_is_said_and_stays_on_the_page(cast: Cast, as_: As, typed: dict[str, str], says: str) -> None:
    answer = as_(cast.operator).post("/letters/", sent(cast.operator, "late", **typed))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert says in page
    assert page.count(" checked") == 1
    assert User.objects.get(pk=cast.operator.pk).time_zone == "UTC"
    assert membership(cast.operator).mail_raised


def test_nobody_changes_the_letters_of_another(cast: Cast, as_: As) -> None:
    as_(cast.operator).post("/letters/", sent(cast.reviewer))
    assert membership(cast.reviewer).mail_raised


@pytest.mark.parametrize(
    ("who", "boxes", "says"),
    [("viewer", 0, "viewers get no letters"), ("reviewer", 3, "You are a reviewer here"), ("maintainer", 4, "refused")],
)
def test_each_role_sees_what_it_gets(cast: Cast, as_: As, who: str, boxes: int, says: str) -> None:
    page = as_(getattr(cast, who)).get("/letters/").content.decode()
    assert page.count('type="checkbox"') == boxes
    assert says in page
    assert 'href="/letters/" aria-current="page"' in page


def test_what_a_role_does_not_get_is_left_as_it_was(cast: Cast, as_: As) -> None:
    as_(cast.reviewer).post("/letters/", sent(cast.reviewer))
    kept = membership(cast.reviewer)
    assert (kept.mail_raised, kept.mail_refusals) == (False, True)


def test_what_could_not_be_delivered_is_shown_to_its_reader_alone(cast: Cast, as_: As) -> None:
    row = {"text": "t", "html": "h", "at": NOW, "not_before": NOW, "project": cast.shop}
    Letter.objects.create(
        user=cast.reviewer, kind="late", subject="Late: which EMD?", state="failed", error="Refused for good.", **row
    )
    Letter.objects.update(at="2126-01-01T00:00Z")
    assert "Refused for good." in as_(cast.reviewer).get("/letters/").content.decode()
    assert "Refused for good." not in as_(cast.operator).get("/letters/").content.decode()


def test_it_takes_a_sign_in_and_a_proof(cast: Cast) -> None:
    assert Client().get("/letters/").status_code == 302
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.operator)
    assert client.post("/letters/", sent(cast.operator)).status_code == 403
    assert membership(cast.operator).mail_raised


def test_looking_at_the_link_turns_nothing_off(cast: Cast) -> None:
    for method in ("get", "head"):
        answer = getattr(Client(), method)(off(cast.reviewer, "late"))
        assert answer.status_code == 200
    page = Client().get(off(cast.reviewer, "late")).content.decode()
    assert "Turn these letters off?" in page
    assert "a decision is late" in page
    assert cast.reviewer.email not in page
    assert membership(cast.reviewer).mail_late


@pytest.mark.parametrize("body", [{}, {"List-Unsubscribe": "One-Click"}])
def test_one_post_without_a_session_turns_them_off(cast: Cast, body: dict[str, str]) -> None:
    client = Client(enforce_csrf_checks=True)
    for _ in range(2):
        answer = client.post(off(cast.reviewer, "late"), body)
        assert answer.status_code == 200
        assert "These letters are off" in answer.content.decode()
    kept = membership(cast.reviewer)
    assert (kept.mail_raised, kept.mail_late, kept.mail_answered, kept.mail_refusals) == (True, False, True, True)
    assert membership(cast.operator).mail_late


def test_a_reply_is_turned_off_with_the_decision_that_it_is_about(cast: Cast) -> None:
    Client().post(off(cast.reviewer, "replied"))
    assert not membership(cast.reviewer).mail_raised


def test_a_token_that_is_broken_or_of_one_who_left_is_a_plain_404(cast: Cast) -> None:
    good = off(cast.reviewer, "late")
    membership(cast.reviewer).delete()
    for address in (good, good[:-3] + "xx/", "/letters/off/x/", "/letters/off/%00/", "/letters/off/a:b:c/"):
        assert Client().get(address).status_code == 404
        assert Client().post(address).status_code == 404
