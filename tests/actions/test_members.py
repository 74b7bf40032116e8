"""Making people members."""

from typing import Any

import pytest

from notes.actions.errors import Invalid, NotAllowed
from notes.actions.members import add_member
from notes.models import Event, Membership, Project, Role, User
from tests.cast import DESK, NOW, PASSWORD, Cast, by_desk


def test_a_new_person_can_sign_in(cast: Cast) -> None:
    added = add_member(
        project=cast.shop, by=DESK, now=NOW, email=" New@Shop.Example ", role=Role.VIEWER, password=PASSWORD
    )
    assert added.new_user
    assert (added.user.email, added.user.name) == ("new@shop.example", "New")
    assert added.user.check_password(PASSWORD)
    assert Event.objects.latest("pk").data == {"user": added.user.pk, "role": "viewer"}


def test_one_who_was_known_keeps_name_and_password(cast: Cast) -> None:
    added = add_member(
        project=cast.shop, by=DESK, now=NOW, email="OUTSIDER@elsewhere.example", role=Role.VIEWER,
        password="another password", name="Other",
    )  # fmt: skip
    assert (added.new_user, added.user.name) == (False, "Outsider")
    assert added.user.check_password(PASSWORD)
    assert Membership.objects.filter(user=added.user).count() == 2


def test_a_member_gets_another_role_and_history_says_so_once(cast: Cast) -> None:
    before = Event.objects.count()
    for _ in "ab":
        add_member(project=cast.shop, by=DESK, now=NOW, email=cast.viewer.email, role=Role.OPERATOR, password="")
    assert cast.actor(cast.viewer).role == Role.OPERATOR
    assert Event.objects.count() == before + 1
    assert Event.objects.latest("pk").verb == "member.changed"


@pytest.mark.parametrize(
    ("slug", "email", "password", "code"),
    [
        ("Not A Slug", "a@b.example", PASSWORD, "project.bad_slug"),
        ("new", "nobody", PASSWORD, "member.bad_email"),
        ("new", '"a,b"@b.example', PASSWORD, "member.bad_email"),
        ("new", "a@[127.0.0.1]", PASSWORD, "member.bad_email"),
        ("new", "a@b.example", "12345", "member.weak_password"),
    ],
)
@pytest.mark.django_db
def test_what_cannot_be_leaves_nothing_behind(slug: str, email: str, password: str, code: str) -> None:
    project = Project(slug=slug, name="New", created_at=NOW)
    with pytest.raises(Invalid) as refused:
        add_member(project=project, by=DESK, now=NOW, email=email, role=Role.VIEWER, password=password)
    assert refused.value.problems[0].code == code
    assert (Project.objects.count(), User.objects.count()) == (0, 0)


@pytest.mark.parametrize("name", ["Ann\r\nBcc: b@c.example", "Ann\x00", "Ann\u202e"])
def test_a_name_is_one_line(cast: Cast, name: str) -> None:
    whom: dict[str, Any] = {"email": "a@b.example", "role": Role.VIEWER, "password": PASSWORD}
    with pytest.raises(Invalid, match="The name of this member is one line"):
        add_member(project=cast.shop, by=DESK, now=NOW, name=name, **whom)
    with pytest.raises(Invalid, match="The name of this project is one line"):
        add_member(project=Project(slug="new", name=name, created_at=NOW), by=DESK, now=NOW, **whom)


def test_a_name_is_spelled_as_its_script_spells_it(cast: Cast) -> None:
    name = "\u0d28\u0d4d\u200d \u0c15\u0c4d\u200c\u0c37"
    whom: dict[str, Any] = {"email": "a@b.example", "role": Role.VIEWER, "password": PASSWORD}
    assert add_member(project=cast.shop, by=DESK, now=NOW, name=name, **whom).user.name == name


def test_only_maintainers_add_members(cast: Cast) -> None:
    for who in (cast.operator, cast.viewer):
        with pytest.raises(NotAllowed):
            add_member(
                project=cast.shop, by=cast.actor(who), now=NOW, email="a@b.example", role=Role.VIEWER,
                password=PASSWORD,
            )  # fmt: skip
    assert by_desk(cast.shop).may(Role.MAINTAINER)
