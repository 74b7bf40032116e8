"""`manage.py create_token`."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from notes.queries import access
from tests.cast import Cast


def run(*words: str) -> str:
    out = StringIO()
    call_command("create_token", *words, stdout=out)
    return out.getvalue()


def test_it_prints_the_token_alone_so_that_a_script_can_take_it(cast: Cast) -> None:
    printed = run("--project", "shop", "--agent", "coder")
    held = access.holder(printed.strip())
    assert held
    assert (held.project, held.kind, held.name) == (cast.shop, "agent", "coder")
    assert len(printed.splitlines()) == 1


def test_it_makes_tokens_of_other_programs_and_of_people(cast: Cast) -> None:
    runner = access.holder(run("--project", "shop", "--agent", "laptop", "--kind", "runner").strip())
    person = access.holder(run("--project", "shop", "--person", "operator@shop.example").strip())
    assert runner
    assert person
    assert (runner.kind, person.user) == ("runner", cast.operator)


WRONG = [
    (["--project", "shop"], "one of the arguments --agent --person is required"),
    (["--project", "shop", "--agent", "a", "--person", "b"], "not allowed with argument"),
    (["--project", "shop", "--agent", "a", "--kind", "person"], "invalid choice"),
    (["--project", "nowhere", "--agent", "a"], "There is no project “nowhere”. There are: elsewhere, shop."),
    (["--project", "shop", "--person", "outsider@elsewhere.example"], "is no member of shop"),
    (["--project", "shop", "--agent", " "], "Name the program"),
]


@pytest.mark.parametrize(("words", "says"), WRONG)
def test_what_is_wrong_is_said_in_a_sentence(cast: Cast, words: list[str], says: str) -> None:
    with pytest.raises(CommandError, match=says.replace(".", r"\.")):
        run(*words)
