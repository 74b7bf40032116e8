"""The runner's calls: what it is handed, what it answers, and nobody else does."""

from typing import Any

import pytest
from django.utils import timezone

from notes.actions.tokens import create_program_token
from notes.models import ActorKind, Card, Project, Runner
from notes.rules.texts import digest
from tests import cast as people
from tests.actions.work_trees import HERE, MINE, attempt, in_work_tree, later, runner_token, send
from tests.api.doors import Api, api_of
from tests.cast import Cast

HELLO: dict[str, Any] = {"protocol": 1, "version": "1.0", "cards": ["shop-1", "NONE-7"], "connection": HERE}


@pytest.fixture
def card(cast: Cast) -> Card:
    return in_work_tree(cast)


@pytest.fixture
def runner(cast: Cast, card: Card) -> Api:
    Runner.objects.all().delete()
    return Api(runner_token(cast, "other box"))


def runner_of(project: Project) -> Api:
    by = people.by_desk(project)
    token = create_program_token(project=project, by=by, now=people.NOW, name="far box", kind=ActorKind.RUNNER)
    return Api(token, project.slug)


def test_it_says_hello_and_is_handed_what_waits_for_its_work_trees(runner: Api, cast: Cast, card: Card) -> None:
    first = runner.put("runner", HELLO)
    assert first.body == {
        "protocol": 1, "saves": [], "notes": [{"card": "SHOP-1", "number": card.pk, "revision": 1}]
    }  # fmt: skip
    save = send(card, cast.actor(cast.operator), at=timezone.now())
    (handed,) = runner.put("runner", HELLO).body["saves"]
    assert handed == {
        "id": save.pk, "card": "SHOP-1", "base_revision": 1, "text": MINE, "digest": digest(MINE),
        "format": "free",
    }  # fmt: skip
    assert runner.put("runner", HELLO | {"cards": ["SHOP-2"]}).body["saves"] == []
    runner.put("runner", HELLO)
    assert runner.post(f"runner/saves/{save.pk}", {"digest": digest(MINE)}).body == {
        "state": "saved", "revision": 2, "as_applied": True,
    }  # fmt: skip
    assert runner.put("runner", HELLO).body["notes"][0]["revision"] == 2


def test_one_that_is_too_old_is_told_so_and_handed_nothing(runner: Api, cast: Cast, card: Card) -> None:
    runner.put("runner", HELLO)
    send(card, cast.actor(cast.operator))
    assert runner.put("runner", HELLO | {"protocol": 0}).body["saves"] == []


def test_it_leaves(runner: Api, card: Card) -> None:
    runner.put("runner", HELLO)
    assert runner.call("DELETE", f"runner?connection={HERE}", None).status == 200
    assert not Runner.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "request.digest_or_failed"),
        ({"digest": "0" * 64, "failed": "why"}, "request.digest_or_failed"),
        ({"digest": "short"}, "request.wrong_value"),
        ({"failed": ""}, "request.wrong_value"),
    ],
)
def test_an_answer_that_says_nothing_or_two_things_is_refused(
    runner: Api, cast: Cast, card: Card, body: dict[str, str], code: str
) -> None:
    runner.put("runner", HELLO)
    save = send(card, cast.actor(cast.operator))
    answer = runner.post(f"runner/saves/{save.pk}", body)
    assert (answer.status, answer.codes) == (422, [code])


@pytest.mark.parametrize("who", ["coder", "maintainer"])
def test_others_are_no_runners(cast: Cast, runner: Api, card: Card, who: str) -> None:
    runner.put("runner", HELLO)
    save = send(card, cast.actor(cast.operator))
    other = api_of(cast, who if who == "coder" else cast.maintainer)
    calls = [
        other.put("runner", HELLO),
        other.call("DELETE", f"runner?connection={HERE}", None),
        other.post(f"runner/saves/{save.pk}", {"digest": digest(MINE)}),
    ]
    assert [call.status for call in calls] == [403, 403, 403]


def test_a_connection_of_another_token_is_taken(cast: Cast, runner: Api, card: Card) -> None:
    runner.put("runner", HELLO)
    for other in (Api(runner_token(cast, "third box")), runner_of(cast.elsewhere)):
        answer = other.put("runner", HELLO)
        assert (answer.status, answer.codes) == (409, ["runner.connection_taken"])
        assert other.put("runner", HELLO | {"connection": "1" * 32}).status == 200
        Runner.objects.filter(connection="1" * 32).delete()


def test_a_runner_that_does_not_have_the_work_tree_says_nothing_about_its_saves(
    runner: Api, cast: Cast, card: Card
) -> None:
    runner.put("runner", HELLO)
    save = send(card, cast.actor(cast.operator))
    liar = Api(runner_token(cast, "liar"))
    liar.put("runner", HELLO | {"cards": ["ZZZ-9"], "connection": "2" * 32})
    answer = liar.post(f"runner/saves/{save.pk}", {"failed": "I lie"})
    assert (answer.status, answer.codes) == (404, ["save.not_found"])


def test_what_others_wrote_meanwhile_is_told_to_be_in_the_revision(runner: Api, cast: Cast, card: Card) -> None:
    runner.put("runner", HELLO)
    save = send(card, cast.actor(cast.operator))
    later_on = later(60)
    attempt(card, cast.coder, MINE.replace("- only the API tests\n", "").replace("Ship", "Now ship"), at=later_on)
    said = runner.post(f"runner/saves/{save.pk}", {"digest": digest(MINE)}).body
    assert said == {"state": "saved", "revision": 3, "as_applied": False}


def test_a_save_of_another_project_is_not_there(cast: Cast, runner: Api, card: Card) -> None:
    save = send(card, cast.actor(cast.operator)) if runner.put("runner", HELLO).status == 200 else None
    assert save
    elsewhere = runner_of(cast.elsewhere)
    answer = elsewhere.post(f"runner/saves/{save.pk}", {"failed": "mine"})
    assert (answer.status, answer.codes) == (404, ["save.not_found"])


def test_a_persons_token_saves_through_the_runner_too(cast: Cast, runner: Api, card: Card) -> None:
    """The test's client cannot wait, so it hears at once that nothing is saved yet."""
    runner.put("runner", HELLO)
    operator = api_of(cast, cast.operator)
    said = operator.put("cards/SHOP-1/note", {"text": MINE, "base_revision": 1}, Idempotency_Key="k")
    assert (said.status, said.body["under_way"], said.codes) == (202, True, ["runner.no_answer"])
    again = operator.put("cards/SHOP-1/note", {"text": MINE, "base_revision": 1}, Idempotency_Key="k")
    assert (again.status, again.codes) == (409, ["save.under_way"])
    agent = api_of(cast, "coder").put("cards/SHOP-1/note", {"text": MINE, "base_revision": 1})
    assert (agent.status, agent.codes) == (409, ["save.under_way"])
    (handed,) = runner.put("runner", HELLO).body["saves"]
    runner.post(f"runner/saves/{handed['id']}", {"digest": handed["digest"]})
    again = operator.put("cards/SHOP-1/note", {"text": MINE, "base_revision": 1}, Idempotency_Key="k")
    assert (again.status, again.body["unchanged"]) == (200, True)


def test_without_its_runner_a_persons_token_is_told_what_to_do(cast: Cast, card: Card) -> None:
    Runner.objects.all().delete()
    said = api_of(cast, cast.operator).put("cards/SHOP-1/note", {"text": MINE, "base_revision": 1})
    assert (said.status, said.codes) == (409, ["runner.offline"])
    assert "Start `handoff runner`" in said.says


def test_what_a_runner_queued_comes_late(cast: Cast, runner: Api, card: Card) -> None:
    api_of(cast, "coder").put(
        "cards/SHOP-1/note", {"text": "## Goal\nShip it today\n", "base_revision": 1, "confirm": []}
    )
    said = runner.put("cards/SHOP-1/note", {"text": MINE, "base_revision": 1, "queued": True})
    assert (said.status, said.body["late"], said.codes) == (202, True, ["write.late"])
