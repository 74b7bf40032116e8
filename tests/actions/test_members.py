"""Making people members."""

from typing import Any

import pytest

from notes.actions.claims import assign_escalation
from notes.actions.errors import Invalid, NotAllowed
from notes.actions.escalations import ask_person
from notes.actions.members import add_member, remove_member
from notes.actions.tokens import create_person_token, create_program_token
from notes.models import Escalation, Event, Membership, Project, Role, User
from notes.queries import access
from notes.rules.decisions.escalations import Asked
from tests.actions.pair import Pair
from tests.cast import DESK, NOW, PASSWORD, Cast, by_desk, card


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


def remove(cast: Cast, who: User, by: User | None = None) -> None:
    remove_member(project=cast.shop, by=cast.actor(by or cast.maintainer), now=NOW, user=who)


def test_who_is_removed_has_no_rights_and_no_token_left(cast: Cast) -> None:
    secret = create_person_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, email=cast.operator.email)
    program = create_program_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, name="coder")
    remove(cast, cast.operator)
    with pytest.raises(Membership.DoesNotExist):
        access.member(cast.operator, "shop")
    assert (access.holder(secret), bool(access.holder(program))) == (None, True)
    # Taken in again, they get a new one.
    add_member(project=cast.shop, by=DESK, now=NOW, email=cast.operator.email, role=Role.OPERATOR, password="")
    assert access.holder(secret) is None
    assert Event.objects.filter(verb="member.removed").get().data == {"user": cast.operator.pk}


def test_a_decision_that_was_theirs_is_everybodys(cast: Cast) -> None:
    raised = ask_person(card=card(cast, "SHOP-1"), asked=Asked("Which?"), by=cast.coder, now=NOW).escalation
    assign_escalation(escalation=raised, by=cast.actor(cast.operator), now=NOW, to=cast.reviewer)
    remove(cast, cast.reviewer)
    assert Escalation.objects.get().assignee is None


def test_another_project_keeps_its_member(cast: Cast) -> None:
    add_member(project=cast.shop, by=DESK, now=NOW, email=cast.outsider.email, role=Role.VIEWER, password="")
    remove(cast, cast.outsider)
    assert access.member(cast.outsider, "elsewhere")


def test_the_only_maintainer_stays_one_until_there_is_another(cast: Cast) -> None:
    for lose in (
        lambda: remove(cast, cast.maintainer),
        lambda: add_member(
            project=cast.shop, by=DESK, now=NOW, email=cast.maintainer.email, role=Role.VIEWER, password=""
        ),
    ):
        with pytest.raises(Invalid, match="make another member one first"):
            lose()
    add_member(project=cast.shop, by=DESK, now=NOW, email=cast.operator.email, role=Role.MAINTAINER, password="")
    remove(cast, cast.maintainer)
    with pytest.raises(Invalid, match="only maintainer"):
        remove(cast, cast.operator, by=cast.operator)


@pytest.mark.django_db(transaction=True)
def test_of_two_maintainers_who_remove_each_other_one_stays(cast: Cast, pair: Pair) -> None:
    add_member(project=cast.shop, by=DESK, now=NOW, email=cast.operator.email, role=Role.MAINTAINER, password="")
    by, who = cast.actor(cast.maintainer), cast.actor(cast.operator)

    def act(which: str) -> str:
        one, other = (by, cast.operator) if which == "a" else (who, cast.maintainer)
        try:
            remove_member(project=cast.shop, by=one, now=NOW, user=other)
        except Invalid as error:
            return error.problems[0].code
        return "removed"

    assert sorted(pair.at_once(act)) == ["member.last_maintainer", "removed"]


def test_members_are_removed_by_maintainers(cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        remove(cast, cast.viewer, by=cast.operator)
    assert access.member(cast.viewer, "shop")
