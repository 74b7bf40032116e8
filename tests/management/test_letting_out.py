"""`manage.py remove_member` and `manage.py revoke_token`."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from notes.actions.tokens import create_person_token, create_program_token
from notes.models import Membership
from notes.queries import access
from tests.cast import NOW, Cast, by_desk


def run(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_all_tokens_of_a_name_open_nothing_any_more(cast: Cast) -> None:
    by = by_desk(cast.shop)
    gone = [create_program_token(project=cast.shop, by=by, now=NOW, name="coder") for _ in "ab"]
    other = create_program_token(project=cast.shop, by=by, now=NOW, name="other")
    assert run("revoke_token", "--project", "shop", "--agent", "coder").count("revoked: agent coder, made ") == 2
    assert [access.holder(secret) for secret in gone] == [None, None]
    assert access.holder(other)


def test_a_persons_own_tokens_go_by_their_address(cast: Cast) -> None:
    secret = create_person_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, email=cast.operator.email)
    run("revoke_token", "--project", "shop", "--person", cast.operator.email.upper())
    assert access.holder(secret) is None


def test_a_member_is_let_out_by_address(cast: Cast) -> None:
    said = run("remove_member", cast.viewer.email.upper(), "--project", "shop")
    assert said == "viewer@shop.example is no member of shop any more.\n"
    assert not Membership.objects.filter(user=cast.viewer).exists()


WRONG = [
    (
        ["revoke_token", "--project", "shop", "--agent", "nobody"],
        "There is no such token of shop. There are: agent coder.",
    ),
    (["revoke_token", "--project", "nowhere", "--agent", "coder"], "There is no project “nowhere”"),
    (["remove_member", "outsider@elsewhere.example", "--project", "shop"], "Its members: maintainer@shop.example, "),
    (["remove_member", "maintainer@shop.example", "--project", "shop"], "make another member one first"),
]


@pytest.mark.parametrize(("words", "says"), WRONG)
def test_what_is_wrong_is_said_and_what_there_is(cast: Cast, words: list[str], says: str) -> None:
    create_program_token(project=cast.shop, by=by_desk(cast.shop), now=NOW, name="coder")
    with pytest.raises(CommandError, match=says):
        run(*words)
