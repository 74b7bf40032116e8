"""Saving into a work tree: nothing counts before the runner has applied it, and no answer is too late."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from notes.actions.cards import CardWrite, put_card
from notes.actions.errors import NotAllowed, OutOfStep
from notes.actions.notes import Saved, TurnedDown, UnderWay, restore_revision
from notes.actions.runners import part_runner
from notes.actions.saves import applied_save, failed_save
from notes.actions.steps.pending_saves import Blocked
from notes.models import ActorKind, Card, Event, Membership, PendingSave, Refusal, Revision, Role, User
from notes.queries import notes
from notes.rules.texts import digest
from tests.actions.pair import Pair
from tests.actions.work_trees import FIRST, HERE, MINE, attempt, box, greet, in_work_tree, later, send
from tests.cast import NOW, Cast
from tests.web.desk import write

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def card(cast: Cast) -> Card:
    return in_work_tree(cast)


def applied(save: PendingSave, cast: Cast, *, seconds: float = 1, text: str = MINE) -> PendingSave:
    return applied_save(save=save, by=box(cast), now=later(seconds), digest=digest(text))


def newest(card: Card) -> Revision:
    return Revision.objects.filter(card=card).latest("number")


def verbs(card: Card) -> list[str]:
    return list(Event.objects.filter(card=card).order_by("pk").values_list("verb", flat=True))


def test_a_persons_save_is_a_revision_of_theirs_once_it_stands_in_the_work_tree(cast: Cast, card: Card) -> None:
    save = send(card, cast.actor(cast.operator))
    assert newest(card).number == 1
    done = applied(save, cast)
    found = newest(card)
    assert (done.state, done.revision, done.text) == ("saved", 2, "")
    assert (found.text, found.author_kind, found.author_name) == (MINE, "person", "Operator")
    card.refresh_from_db()
    locked = notes.locked_rows(card, notes.revision(card, 2))
    assert [notes.revision(card, 2).document.rows[index].text for index in locked] == ["- only the API tests"]
    assert verbs(card)[-2:] == ["save.begun", "note.saved"]


def test_a_runner_that_answers_twice_saves_once(cast: Cast, card: Card) -> None:
    save = send(card, cast.actor(cast.operator))
    assert applied(save, cast).revision == applied(save, cast).revision == 2
    assert failed_save(save=save, by=box(cast), now=NOW, why="later").state == "saved"
    assert newest(card).number == 2


def test_two_answers_at_once_save_once(cast: Cast, card: Card, pair: Pair) -> None:
    save = send(card, cast.actor(cast.operator))
    both = pair.at_once(lambda _: applied(save, cast))
    assert [each.revision for each in both] == [2, 2]
    assert Revision.objects.filter(card=card).count() == 2


@pytest.mark.parametrize("answer", ["failed", "another text"])
def test_what_could_not_be_applied_leaves_the_note_unchanged(cast: Cast, card: Card, answer: str) -> None:
    save = send(card, cast.actor(cast.operator))
    if answer == "failed":
        done = failed_save(save=save, by=box(cast), now=NOW, why="no space left")
    else:
        done = applied(save, cast, text="another")
    assert (done.state, done.text) == ("failed", "")
    assert done.why in ("no space left", "it wrote another text than it was asked to")
    assert newest(card).text == FIRST
    assert isinstance(send(card, cast.actor(cast.operator)), PendingSave)


@pytest.mark.parametrize(
    ("happens", "code"),
    [
        ("left", "runner.offline"),
        ("silent", "runner.offline"),
        ("another card", "runner.offline"),
        ("old", "runner.too_old"),
    ],
)
def test_without_a_runner_that_can_nothing_is_begun(cast: Cast, card: Card, happens: str, code: str) -> None:
    if happens == "left":
        part_runner(token_id=greet(cast).token_id, by=box(cast), now=NOW, connection=HERE)
    elif happens == "another card":
        greet(cast, "SHOP-2")
    elif happens == "old":
        greet(cast, protocol=0)
    with pytest.raises(OutOfStep) as raised:
        send(card, cast.actor(cast.operator), at=later(31 if happens == "silent" else 0))
    assert raised.value.problems[0].code == code
    assert PendingSave.objects.count() == 0


def test_a_runner_that_connects_anew_holds_though_its_old_socket_closes_later(cast: Cast, card: Card) -> None:
    runner = greet(cast, connection="1" * 32)
    part_runner(token_id=runner.token_id, by=box(cast), now=NOW, connection=HERE)
    assert isinstance(send(card, cast.actor(cast.operator)), PendingSave)


@pytest.mark.parametrize(("text", "group"), [("## Goal\n```\nopen\n", "format"), ("x" * 200_000, "format")])
def test_what_the_rules_refuse_never_reaches_the_work_tree(cast: Cast, card: Card, text: str, group: str) -> None:
    outcome = attempt(card, cast.actor(cast.operator), text, base_revision=1)
    assert isinstance(outcome, TurnedDown)
    assert outcome.refused.group == group
    assert PendingSave.objects.count() == 0


def test_a_save_that_changes_nothing_needs_no_runner(cast: Cast, card: Card) -> None:
    part_runner(token_id=greet(cast).token_id, by=box(cast), now=NOW, connection=HERE)
    outcome = attempt(card, cast.actor(cast.operator), FIRST, base_revision=1)
    assert isinstance(outcome, Saved)
    assert outcome.accepted.unchanged


@pytest.mark.parametrize(
    ("who", "seconds", "waits"),
    [
        ("coder", 0, True),
        ("coder", 29, True),
        ("coder", 30, False),
        ("box", 0, True),
        ("box", 100_000, True),
        ("reviewer", 14, True),
    ],
)
def test_what_comes_meanwhile_waits_behind_it(cast: Cast, card: Card, who: str, seconds: int, waits: bool) -> None:
    """Else an agent that has read the file could hand the person's lines back as its own."""
    send(card, cast.actor(cast.operator))
    by = {"coder": cast.coder, "box": box(cast), "reviewer": cast.actor(cast.maintainer)}[who]
    if waits:
        with pytest.raises(Blocked):
            attempt(card, by, MINE + "- more\n", at=later(seconds), base_revision=1)
        assert newest(card).number == 1
    else:
        assert isinstance(attempt(card, by, FIRST + "- more\n", at=later(seconds), base_revision=1), Saved)


@pytest.mark.parametrize("seconds", [40, 100_000])
def test_lines_that_stand_in_the_work_tree_stay_the_persons_whoever_brings_them(
    cast: Cast, card: Card, seconds: int
) -> None:
    save = send(card, cast.actor(cast.operator))
    for text in (MINE, MINE + "- more\n", FIRST + "- only the API tests\n"):
        with pytest.raises(Blocked):
            attempt(card, cast.coder, text, at=later(seconds), base_revision=1)
    assert isinstance(attempt(card, cast.coder, FIRST + "- more\n", at=later(seconds), base_revision=1), Saved)
    assert applied(save, cast, seconds=seconds + 1).state == "saved"
    assert (newest(card).author_name, newest(card).text) == ("Operator", MINE + "- more\n")


SIX: dict[str, Any] = {
    "goal": "Bid",
    "done": ["read"],
    "must_carry": {},
    "open_questions": [],
    "next_action": "price it",
    "sources": {},
}


def in_json(*done: str) -> str:
    return json.dumps(SIX | {"done": [*SIX["done"], *done]}, indent=2)


def test_entries_of_a_json_note_stay_the_persons_too(cast: Cast) -> None:
    card = in_work_tree(cast, in_json(), "six_fields")
    save = send(card, cast.actor(cast.operator), in_json("never deploy on Friday"))
    for text in (in_json("never deploy on Friday"), in_json("more", "never deploy on Friday")):
        with pytest.raises(Blocked):
            attempt(card, cast.coder, text, at=later(40), base_revision=1)
    own = json.dumps(SIX | {"open_questions": ["why?"]}, indent=2)
    assert isinstance(attempt(card, cast.coder, own, at=later(40), base_revision=1), Saved)
    assert applied(save, cast, seconds=41, text=save.text).state == "saved"
    found = notes.revision(card, 3)
    births = {
        row.text: origin.revision for row, origin in zip(found.document.rows, found.origins, strict=True) if origin
    }
    assert (births["never deploy on Friday"], births["why?"]) == (3, 2)


def test_while_a_save_is_on_its_way_nobody_says_that_there_is_no_work_tree(cast: Cast, card: Card) -> None:
    save = send(card, cast.actor(cast.operator))
    gone = CardWrite("SHOP-1", has_worktree=False)
    with pytest.raises(OutOfStep, match="on its way into the work tree"):
        put_card(key=card.key, by=cast.coder, now=later(100), write=gone)
    assert applied(save, cast, seconds=101).state == "saved"
    assert not put_card(key=card.key, by=cast.coder, now=later(102), write=gone).card.has_worktree


def test_a_save_that_no_runner_ever_answers_is_forgotten_with_its_text(cast: Cast, card: Card) -> None:
    save = send(card, cast.actor(cast.operator))
    greet(cast, at=later(8 * 24 * 3600), connection="1" * 32)
    save.refresh_from_db()
    assert (save.state, save.text) == ("failed", "")
    assert Event.objects.get(verb="save.failed").data == {"save": save.pk}
    assert isinstance(attempt(card, cast.coder, MINE, at=later(8 * 24 * 3600), base_revision=1), Saved)


def test_two_runners_with_one_token_each_have_their_cards(cast: Cast, card: Card) -> None:
    greet(cast, "SHOP-2", connection="1" * 32)
    assert isinstance(send(card, cast.actor(cast.operator)), PendingSave)


def test_another_save_takes_the_place_of_one_that_was_not_answered(cast: Cast, card: Card) -> None:
    first = send(card, cast.actor(cast.operator))
    greet(cast, at=later(15))
    second = send(card, cast.actor(cast.maintainer), MINE + "- more\n", at=later(16))
    assert applied(first, cast).state == "failed"
    assert [event.data for event in Event.objects.filter(verb="save.failed")] == [{"save": first.pk}]
    assert newest(card).number == 1
    assert applied(second, cast, text=MINE + "- more\n").revision == 2
    assert newest(card).author_name == "Maintainer"


def test_a_late_answer_saves_and_is_merged_with_what_came_in_meanwhile(cast: Cast, card: Card) -> None:
    save = send(card, cast.actor(cast.operator))
    outcome = attempt(card, cast.coder, FIRST.replace("Ship it", "Ship it today"), at=later(60), base_revision=1)
    assert isinstance(outcome, Saved)
    done = applied(save, cast, seconds=3600)
    assert (done.state, done.revision, done.merged) == ("saved", 3, True)
    assert newest(card).text == MINE.replace("Ship it", "Ship it today")
    assert newest(card).author_kind == ActorKind.PERSON


def test_a_late_answer_that_meets_a_conflict_is_kept_whole_for_people_to_see(cast: Cast, card: Card) -> None:
    save = send(card, cast.actor(cast.operator))
    attempt(card, cast.coder, FIRST.replace("- test", "- deploy"), at=later(60), base_revision=1)
    done = applied(save, cast, seconds=3600)
    kept = Refusal.objects.get(card=card)
    assert (done.state, kept.late, kept.text, kept.by_kind) == ("failed", True, MINE, "person")
    assert newest(card).author_name == "coder"


def test_what_a_save_was_merged_with_keeps_its_authors(cast: Cast, card: Card) -> None:
    write(card, cast.coder, FIRST.replace("Ship it", "Ship it today"), base_revision=1)
    save = send(card, cast.actor(cast.operator), base=1)
    merged = MINE.replace("Ship it", "Ship it today")
    assert applied(save, cast, text=merged).merged
    note = notes.revision(card, 3)
    births = {row.text: origin.revision for row, origin in zip(note.document.rows, note.origins, strict=True) if origin}
    assert births == {"Ship it today": 2, "- only the API tests": 3, "- test": 1}


def test_an_earlier_revision_comes_back_through_the_work_tree_with_its_authors(cast: Cast, card: Card) -> None:
    write(card, cast.coder, FIRST.replace("Ship it", "Ship it today"), base_revision=1)
    outcome = restore_revision(card=card, by=cast.actor(cast.operator), now=NOW, number=1, seen=2)
    assert isinstance(outcome, UnderWay)
    assert outcome.save.text == FIRST
    done = applied(outcome.save, cast, text=FIRST)
    assert (done.revision, newest(card).restored) == (3, 1)
    assert {origin.revision for origin in notes.revision(card, 3).origins if origin} == {1}


def test_an_earlier_revision_does_not_come_back_over_what_came_in_meanwhile(cast: Cast, card: Card) -> None:
    write(card, cast.coder, FIRST.replace("Ship it", "Ship it today"), base_revision=1)
    outcome = restore_revision(card=card, by=cast.actor(cast.operator), now=NOW, number=1, seen=2)
    assert isinstance(outcome, UnderWay)
    attempt(card, cast.coder, FIRST.replace("Ship it", "Ship it now"), at=later(60), base_revision=2)
    assert applied(outcome.save, cast, seconds=90, text=FIRST).state == "failed"
    assert newest(card).text == FIRST.replace("Ship it", "Ship it now")


def leave(operator: User) -> None:
    Membership.objects.filter(user=operator).delete()


def only_look(operator: User) -> None:
    Membership.objects.filter(user=operator).update(role=Role.REVIEWER)


def be_shut_out(operator: User) -> None:
    User.objects.filter(pk=operator.pk).update(is_active=False)


@pytest.mark.parametrize("lose", [leave, only_look, be_shut_out])
def test_who_may_not_write_any_more_saves_nothing(cast: Cast, card: Card, lose: Callable[[User], None]) -> None:
    save = send(card, cast.actor(cast.operator))
    lose(cast.operator)
    failed = applied(save, cast)
    assert (failed.state, failed.why) == ("failed", "whoever saved it may not edit notes here any more")
    assert newest(card).number == 1


def test_only_a_runner_answers(cast: Cast, card: Card) -> None:
    save = send(card, cast.actor(cast.operator))
    for by in (cast.coder, cast.actor(cast.maintainer)):
        with pytest.raises(NotAllowed):
            applied_save(save=save, by=by, now=NOW, digest=save.digest)
    assert newest(card).number == 1


def test_programs_save_without_a_work_tree_of_theirs_in_the_way(cast: Cast, card: Card) -> None:
    assert isinstance(attempt(card, box(cast), FIRST + "- more\n", base_revision=1), Saved)
    assert isinstance(attempt(card, cast.coder, FIRST + "- more\n- and more\n", base_revision=2), Saved)


def test_a_card_that_is_said_to_have_no_work_tree_any_more_saves_directly(cast: Cast, card: Card) -> None:
    put_card(key=card.key, by=cast.coder, now=NOW, write=CardWrite("SHOP-1", has_worktree=False))
    assert isinstance(attempt(card, cast.actor(cast.operator), MINE, base_revision=1), Saved)
