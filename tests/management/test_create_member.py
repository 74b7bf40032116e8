"""`manage.py create_member`."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from notes.models import Membership, Project, User
from tests.cast import PASSWORD, Cast

NEW = ["new@shop.example", "--project", "tenders", "--role", "maintainer"]


def run(*words: str) -> str:
    out = StringIO()
    call_command("create_member", *words, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_it_makes_person_and_project_and_prints_the_password_once() -> None:
    printed = run(*NEW, "--project-name", "Tender team", "--name", "Asha")
    found = re.search(r"^Password, shown this once: (\S{16})$", printed, re.MULTILINE)
    assert found
    user = User.objects.get()
    assert user.check_password(found[1])
    assert (user.name, Project.objects.get().name) == ("Asha", "Tender team")
    assert printed.startswith("new@shop.example is maintainer of tenders.")


@pytest.mark.django_db
def test_a_script_gives_the_password_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(f"{PASSWORD}\n"))
    assert "Password" not in run(*NEW, "--password-stdin")
    assert User.objects.get().check_password(PASSWORD)


def test_one_who_is_known_gets_no_new_password(cast: Cast) -> None:
    printed = run("viewer@shop.example", "--project", "shop", "--role", "operator")
    assert printed == "viewer@shop.example is operator of shop.\n"
    assert Membership.objects.get(user=cast.viewer).role == "operator"


@pytest.mark.django_db
def test_what_is_wrong_is_said_in_a_sentence() -> None:
    for words in (["nobody", *NEW[1:]], ["a@b.example", "--project", "A B", "--role", "viewer"]):
        with pytest.raises(CommandError, match="is not right"):
            run(*words)
    with pytest.raises(CommandError, match="invalid choice"):
        run(*NEW[:-1], "owner")
