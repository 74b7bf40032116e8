"""Pages of a card with a work tree: who will put the note there, and what came of a save, in the words of the desk."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from notes.actions.saves import applied_save, failed_save
from notes.models import Card, PendingSave, Revision, Runner, User
from notes.queries.runners import saved_as
from tests.actions.work_trees import FIRST, MINE, box, greet, in_work_tree
from tests.cast import Cast
from tests.web.desk import write
from tests.web.test_editing import EDIT, said, typed


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the tests, so that the runner was seen just now."""
    monkeypatch.setattr("notes.queries.runners.BELIEVED", timedelta(days=4000))


@pytest.fixture
def card(cast: Cast) -> Card:
    return in_work_tree(cast)


class Wait:
    """Of a server that asks again, as the desk's own does; meanwhile something happens."""

    def __init__(self) -> None:
        self.kept: Any = None
        self.topic, self.has_waited, self.begun = "", False, 0.0
        self.topics: list[str] = []

    def until(self, topic: str, seconds: float) -> None:
        self.topics.append(topic)


def post(client: Client, text: str, wait: Wait | None = None, **form: Any) -> Any:
    more = {"handoff.wait": wait} if wait else {}
    return client.post(EDIT, {"base": 1, "text": text} | form, **more)  # type: ignore[arg-type]


def timed_out(client: Client) -> dict[str, Any]:
    """What the page sends from then on."""
    answer = post(client, MINE)
    assert "the runner has not answered" in answer.content.decode()
    found = re.search(r'name="save" value="(\d+)"', answer.content.decode())
    assert found
    return {"save": found[1]}


def test_the_page_waits_for_the_runner_and_says_what_came_of_it(cast: Cast, card: Card, operator: Client) -> None:
    wait = Wait()
    post(operator, MINE, wait)
    save = PendingSave.objects.get()
    assert wait.topics == [f"save:{save.pk}"]
    # Asked again before the answer has come, it waits on, and nothing is sent twice.
    post(operator, MINE, wait)
    assert (PendingSave.objects.count(), len(wait.topics)) == (1, 2)
    applied_save(save=save, by=box(cast), now=save.at, digest=save.digest)
    answer = post(operator, MINE, wait)
    assert answer.status_code == 302
    assert "Saved as revision 2. It stands in the work tree" in said(operator, answer)
    assert Revision.objects.filter(card=card).count() == 2


def test_what_the_runner_could_not_apply_is_said_and_the_text_is_there(
    cast: Cast, card: Card, operator: Client
) -> None:
    wait = Wait()
    post(operator, MINE, wait)
    failed_save(save=PendingSave.objects.get(), by=box(cast), now=card.created_at, why="no space left")
    answer = post(operator, MINE, wait)
    assert answer.status_code == 409
    html = answer.content.decode()
    assert "Not saved: the runner could not apply the note." in html
    assert "The runner could not apply the note (no space left): the note is unchanged." in html
    assert typed(answer) == MINE


def test_no_answer_is_said_as_such(card: Card, operator: Client) -> None:
    answer = post(operator, MINE)
    assert answer.status_code == 409
    assert "Not saved yet: the runner has not answered." in answer.content.decode()
    assert typed(answer) == MINE
    again = post(operator, MINE + "- more\n")
    assert "Not saved: another save is on its way." in again.content.decode()
    assert typed(again) == MINE + "- more\n"


def test_the_same_words_sent_again_wait_for_the_save_that_is_on_its_way(
    cast: Cast, card: Card, operator: Client
) -> None:
    """As with a second press, which takes the page of the first away."""
    post(operator, MINE, Wait())
    save, wait = PendingSave.objects.get(), Wait()
    post(operator, MINE, wait)
    assert wait.topics == [f"save:{save.pk}"]
    applied_save(save=save, by=box(cast), now=save.at, digest=save.digest)
    assert "Saved as revision 2." in said(operator, post(operator, MINE, wait))
    assert (PendingSave.objects.count(), Revision.objects.filter(card=card).count()) == (1, 2)


def test_the_same_words_sent_again_without_an_answer_start_from_what_it_becomes(card: Card, operator: Client) -> None:
    first = timed_out(operator)
    assert timed_out(operator) == first


@pytest.mark.parametrize("is_own", [True, False])
def test_a_save_of_other_words_or_of_another_is_in_the_way_and_no_base(
    cast: Cast, card: Card, operator: Client, as_: Callable[[User], Client], is_own: bool
) -> None:
    """Another tab's words are not in this one: with that save as its base this one would take them out."""
    timed_out(operator)
    answer = post(operator, FIRST + "- of another tab\n") if is_own else post(as_(cast.maintainer), MINE)
    assert "Not saved: another save is on its way." in answer.content.decode()
    assert 'name="save"' not in answer.content.decode()


def test_what_was_typed_after_a_late_answer_starts_from_what_was_saved(
    cast: Cast, card: Card, operator: Client
) -> None:
    """The line that is added stands right below the person's own, which are no one else's change."""
    again, more = timed_out(operator), MINE.replace("- test", "- and those of the shop\n- test")
    save = PendingSave.objects.get()
    applied_save(save=save, by=box(cast), now=save.at, digest=save.digest)
    report = operator.post(f"{EDIT}check/", {"base": 1, "text": more} | again).content.decode()
    assert "The runner has answered: what you sent before is revision 2." in report
    assert "Someone else is here" not in report
    post(operator, more, Wait(), **again)
    second = PendingSave.objects.latest("pk")
    assert (second.text, second.base, second.merged) == (more, 2, False)


def test_it_starts_from_where_the_person_did_where_the_late_save_was_merged_or_never_came(
    cast: Cast, card: Card, operator: Client
) -> None:
    again = timed_out(operator)
    save = PendingSave.objects.get()
    assert "has answered" not in post(operator, MINE, **again).content.decode()
    failed_save(save=save, by=box(cast), now=save.at, why="no space left")
    post(operator, MINE, **again)
    assert PendingSave.objects.latest("pk").base == 1
    PendingSave.objects.filter(pk=save.pk).update(state="saved", revision=1, merged=True)
    assert saved_as(card, save.pk) is None


@pytest.mark.parametrize("save", ["0", "x", "", "999999999999999999999", "-1"])
def test_a_save_that_never_was_changes_nothing(card: Card, operator: Client, save: str) -> None:
    assert "Not saved yet: the runner has not answered." in post(operator, MINE, save=save).content.decode()


@pytest.mark.parametrize(("protocol", "words"), [(0, "too old"), (1, "offline")])
def test_a_runner_that_is_missing_or_too_old_is_said_before_and_after(
    cast: Cast, card: Card, operator: Client, protocol: int, words: str
) -> None:
    greet(cast, protocol=protocol)
    if protocol:
        Runner.objects.all().delete()
    assert f"runner {words}" in operator.get("/p/shop/SHOP-1/").content.decode()
    before = operator.get(EDIT).content.decode()
    assert "Until then nothing can be saved here" in before
    answer = post(operator, MINE)
    assert answer.status_code == 409
    assert f"Not saved: runner {words}." in answer.content.decode()
    assert typed(answer) == MINE
    assert PendingSave.objects.count() == 0
    write(card, cast.coder, f"{FIRST}- more\n")
    back = operator.post("/p/shop/SHOP-1/history/1/restore/", {"seen": 2}, follow=True)
    assert f"Not saved: runner {words}." in back.content.decode()


def test_the_card_says_that_a_save_is_on_its_way(card: Card, operator: Client) -> None:
    assert "on its way" not in operator.get("/p/shop/SHOP-1/").content.decode()
    post(operator, MINE)
    assert "a save is on its way to the work tree" in operator.get("/p/shop/SHOP-1/").content.decode()


def test_an_earlier_revision_comes_back_through_the_runner(cast: Cast, card: Card, operator: Client) -> None:
    wait = Wait()
    post(operator, MINE, wait)
    save = PendingSave.objects.get()
    applied_save(save=save, by=box(cast), now=save.at, digest=save.digest)
    back = Wait()
    address = "/p/shop/SHOP-1/history/1/restore/"
    operator.post(address, {"seen": 2}, **{"handoff.wait": Wait()})  # type: ignore[arg-type]
    # Pressed once more, which takes the page of the first press away.
    operator.post(address, {"seen": 2}, **{"handoff.wait": back})  # type: ignore[arg-type]
    again = PendingSave.objects.latest("pk")
    assert again.text == FIRST
    applied_save(save=again, by=box(cast), now=again.at, digest=again.digest)
    answer = operator.post(address, {"seen": 2}, **{"handoff.wait": back})  # type: ignore[arg-type]
    assert "Revision 1 stands again, as revision 3." in said(operator, answer)


def test_a_card_without_a_work_tree_says_nothing_of_runners(cast: Cast, card: Card, operator: Client) -> None:
    Card.objects.update(has_worktree=False)
    assert "runner" not in operator.get(EDIT).content.decode()
    assert "Saved as revision 2. Agents keep" in said(operator, post(operator, MINE))
