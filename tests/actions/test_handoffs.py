"""Handing on, reading back, stopping: what is frozen, what is kept, who is asked, and two tries at once."""

from typing import Any

import pytest

from notes.actions.errors import Invalid, NotAllowed, OutOfStep
from notes.actions.facts import set_fact
from notes.actions.handoffs import ReadBackDone, accept_handoff, hand_off, read_back
from notes.models import Actor, Card, Escalation, Event, Handoff, ReadBack
from notes.rules.facts.decisions import FactValue
from tests.actions.pair import Pair
from tests.cast import NOW, Cast, card
from tests.web.desk import NOTE, write

EMD = "Rs 15,00,000"
NEXT = "run the API tests"
RIGHT = {"EMD": EMD, "Bid due": "28 Oct 2026 15:00 IST"}
WRONG = RIGHT | {"EMD": "Rs 15 lakh"}


@pytest.fixture
def bid(cast: Cast) -> Card:
    """A note with two facts."""
    made = card(cast, "BID-48")
    write(made, cast.coder)
    for name, value in RIGHT.items():
        put(cast, made, name, value)
    return made


@pytest.fixture
def sent(cast: Cast, bid: Card) -> Handoff:
    return to_pricing(cast, bid)


def put(cast: Cast, made: Card, name: str, value: str, source: str = "Corrigendum 2") -> None:
    set_fact(card=made, name=name, new=FactValue(value, "text", source), by=cast.coder, now=NOW)


def to_pricing(cast: Cast, made: Card, **more: Any) -> Handoff:
    sending: dict[str, Any] = {"card": made, "by": cast.coder, "now": NOW, "to": "pricing", "kind": "agent"}
    return hand_off(**sending | more)


def say(handoff: Handoff, by: Actor, facts: dict[str, Any], next_action: str | None = NEXT) -> ReadBackDone:
    return read_back(handoff=handoff, by=by, now=NOW, facts=facts, next_action=next_action)


def verbs() -> list[str]:
    return list(Event.objects.filter(verb__startswith="handoff.").order_by("pk").values_list("verb", flat=True))


def test_it_freezes_revision_facts_and_next_action(cast: Cast, bid: Card, sent: Handoff) -> None:
    put(cast, bid, "EMD", "Rs 16,00,000")
    write(bid, cast.coder, NOTE.replace("- run the API tests\n", ""))
    sent.refresh_from_db()
    assert (sent.revision, sent.next_action, sent.state) == (1, NEXT, "sent")
    source = {"kind": "text", "source": "Corrigendum 2"}
    assert sent.facts == [{"name": name, "value": RIGHT[name], **source} for name in ("Bid due", "EMD")]
    assert Event.objects.get(verb="handoff.sent").data == {"handoff": sent.pk, "kind": "agent", "revision": 1}


def test_a_fact_in_dispute_goes_with_its_current_value_and_is_marked(cast: Cast, bid: Card) -> None:
    put(cast, bid, "EMD", "Rs 12,00,000", source="Price list")
    facts = {fact["name"]: fact for fact in to_pricing(cast, bid).facts}
    assert (facts["EMD"]["value"], facts["EMD"]["disputed"]) == (EMD, True)
    assert "disputed" not in facts["Bid due"]


def test_without_a_note_there_is_nothing_to_hand_over(cast: Cast) -> None:
    with pytest.raises(OutOfStep) as refused:
        to_pricing(cast, card(cast, "NONE-1"))
    assert refused.value.problems[0].code == "handoff.no_note"


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("to", " ", "handoff.bad_to"),
        ("to", "x" * 81, "handoff.bad_to"),
        ("to", "a\nb", "handoff.bad_to"),
        ("to", "a\tb", "handoff.bad_to"),
        ("to", "pri\u200bcing", "handoff.bad_to"),
        ("to", "AKIA" + "IOSFODNN7" + "ABCDEFG", "hygiene.secret"),
        ("kind", "dog", "handoff.unknown_kind"),
        ("trace", "a\nb", "handoff.bad_trace"),
        ("trace", "x" * 501, "handoff.bad_trace"),
    ],
)
def test_what_cannot_be_is_refused(cast: Cast, bid: Card, field: str, value: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        to_pricing(cast, bid, **{field: value})
    assert code in [problem.code for problem in refused.value.problems]
    assert not Handoff.objects.exists()


def test_reviewers_hand_nothing_over(cast: Cast, bid: Card) -> None:
    with pytest.raises(NotAllowed, match="Only operators and maintainers may hand work over"):
        to_pricing(cast, bid, by=cast.actor(cast.reviewer))


def test_all_of_it_exactly_accepts(cast: Cast, sent: Handoff) -> None:
    done = say(sent, cast.coder, RIGHT | {"extra": "x"})
    assert (done.handoff.state, done.tries_left, done.read_back.problems) == ("accepted", 1, [])
    sent.refresh_from_db()
    assert (sent.state, sent.settled_by_name, sent.settled_at) == ("accepted", "coder", NOW)
    assert ReadBack.objects.get().facts == RIGHT
    assert verbs() == ["handoff.sent", "handoff.accepted"]


def test_the_first_failure_leaves_one_more(cast: Cast, sent: Handoff) -> None:
    done = say(sent, cast.coder, WRONG, None)
    assert [problem["says"] for problem in done.read_back.problems] == [
        "EMD: sent 'Rs 15,00,000', got 'Rs 15 lakh'",
        "next_action: not restated exactly",
    ]
    assert (done.handoff.state, done.tries_left, done.escalation) == ("sent", 1, None)
    assert say(sent, cast.coder, RIGHT).handoff.state == "accepted"
    assert list(ReadBack.objects.order_by("number").values_list("number", "next_action")) == [(1, None), (2, NEXT)]


def test_the_second_stops_it_and_asks_a_person(cast: Cast, sent: Handoff) -> None:
    say(sent, cast.coder, WRONG)
    done = say(sent, cast.coder, {"Bid due": RIGHT["Bid due"], "EMD": "Rs 12,00,000"})
    asked = Escalation.objects.get()
    assert (done.handoff.state, done.tries_left, done.escalation) == ("stopped", 0, asked)
    assert (asked.cause, asked.fact, asked.handoff_id, asked.card_id) == (
        "readback_failed", "EMD", sent.pk, sent.card_id
    )  # fmt: skip
    assert [option["value"] for option in asked.options] == [EMD, "Rs 15 lakh", "Rs 12,00,000"]
    assert verbs() == ["handoff.sent", "handoff.misread", "handoff.misread", "handoff.stopped"]
    assert EMD not in str(list(Event.objects.values_list("data", flat=True)))


def test_a_dispute_that_waits_already_is_widened(cast: Cast, bid: Card) -> None:
    put(cast, bid, "EMD", "Rs 12,00,000", source="Price list")
    sent = to_pricing(cast, bid)
    say(sent, cast.coder, WRONG)
    assert say(sent, cast.coder, WRONG).escalation == Escalation.objects.get()


def test_every_handoff_that_one_decision_stopped_leads_to_it(cast: Cast, bid: Card) -> None:
    handoffs = [to_pricing(cast, bid) for _ in range(2)]
    for sent in handoffs:
        for _ in range(2):
            say(sent, cast.coder, WRONG)
    asked = Escalation.objects.get()
    assert list(asked.stopped.order_by("pk")) == handoffs
    assert asked.handoff == handoffs[-1]
    for sent in handoffs:
        with pytest.raises(OutOfStep, match=f"wait for the answer to decision {asked.pk}"):
            say(sent, cast.coder, RIGHT)


def test_the_same_again_is_no_error_and_anything_else_is(cast: Cast, sent: Handoff) -> None:
    first = say(sent, cast.coder, RIGHT)
    again = say(sent, cast.coder, RIGHT)
    assert (again.read_back, again.tries_left) == (first.read_back, first.tries_left)
    with pytest.raises(OutOfStep) as refused:
        say(sent, cast.coder, WRONG)
    assert refused.value.problems[0].code == "handoff.accepted"
    assert ReadBack.objects.count() == 1


def test_after_the_stop_it_waits_for_the_answer(cast: Cast, sent: Handoff) -> None:
    for _ in "ab":
        say(sent, cast.coder, WRONG)
    with pytest.raises(OutOfStep) as refused:
        say(sent, cast.coder, RIGHT)
    (problem,) = refused.value.problems
    number = Escalation.objects.get().pk
    assert (problem.code, problem.detail) == ("handoff.stopped", {"escalation": str(number)})
    assert f"wait for the answer to decision {number}, then hand over anew" in problem.says
    assert ReadBack.objects.count() == 2


def test_secrets_and_floods_are_not_kept(cast: Cast, sent: Handoff) -> None:
    key = "AKIA" + "IOSFODNN7" + "ABCDEFG"
    say(sent, cast.coder, {"EMD": f"key {key}", "x" * 10_000: "y"}, "z\0" * 10_000)
    tried = ReadBack.objects.get()
    assert key not in str([tried.facts, tried.problems])
    assert len(str([tried.facts, tried.problems, tried.next_action])) < 5_000


def test_a_note_without_facts_and_next_action_asks_for_nothing(cast: Cast) -> None:
    made = card(cast, "BARE-1")
    write(made, cast.coder, "only words\n")
    assert say(to_pricing(cast, made), cast.coder, {}, None).handoff.state == "accepted"


@pytest.fixture
def to_bids_manager(cast: Cast, bid: Card) -> Handoff:
    return to_pricing(cast, bid, to="bids manager", kind="person")


def test_a_reviewer_has_it_and_says_so_twice_without_harm(cast: Cast, to_bids_manager: Handoff) -> None:
    for _ in "ab":
        accepted = accept_handoff(handoff=to_bids_manager, by=cast.actor(cast.reviewer), now=NOW)
    assert (accepted.state, accepted.settled_by_name) == ("accepted", "Reviewer")
    assert verbs() == ["handoff.sent", "handoff.accepted"]


def test_no_viewer_and_no_program_takes_it(cast: Cast, to_bids_manager: Handoff) -> None:
    for by in (cast.actor(cast.viewer), cast.coder):
        with pytest.raises(NotAllowed):
            accept_handoff(handoff=to_bids_manager, by=by, now=NOW)
        with pytest.raises(NotAllowed):
            say(to_bids_manager, by, RIGHT)
    assert say(to_bids_manager, cast.actor(cast.reviewer), RIGHT).handoff.state == "accepted"


def test_what_goes_to_an_agent_is_read_back(cast: Cast, sent: Handoff) -> None:
    with pytest.raises(OutOfStep, match="has to read it back exactly"):
        accept_handoff(handoff=sent, by=cast.actor(cast.operator), now=NOW)


def test_what_was_stopped_is_not_taken(cast: Cast, to_bids_manager: Handoff) -> None:
    for _ in "ab":
        say(to_bids_manager, cast.actor(cast.reviewer), WRONG)
    with pytest.raises(OutOfStep, match="stopped after 2 tries"):
        accept_handoff(handoff=to_bids_manager, by=cast.actor(cast.reviewer), now=NOW)


@pytest.mark.django_db(transaction=True)
def test_of_two_wrong_tries_at_once_one_is_the_first_and_one_stops_it(cast: Cast, bid: Card, pair: Pair) -> None:
    for _ in range(15):
        sent = to_pricing(cast, bid)
        say(sent, cast.coder, WRONG)

        def fail(who: str, sent: Handoff = sent) -> str:
            try:
                return say(sent, cast.coder, WRONG | {"EMD": who}).handoff.state
            except OutOfStep as refused:
                return refused.problems[0].code

        assert sorted(pair.at_once(fail)) == ["handoff.stopped", "stopped"]
        assert sent.read_backs.count() == 2
    assert Escalation.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_a_right_and_a_wrong_try_at_once_both_are_told_the_truth(cast: Cast, bid: Card, pair: Pair) -> None:
    for _ in range(15):
        sent = to_pricing(cast, bid)

        def say_it(who: str, sent: Handoff = sent) -> str:
            try:
                return say(sent, cast.coder, RIGHT if who == "a" else WRONG).handoff.state
            except OutOfStep as refused:
                return refused.problems[0].code

        right, wrong = pair.at_once(say_it)
        sent.refresh_from_db()
        assert (right, sent.state) == ("accepted", "accepted")
        assert wrong in ("sent", "handoff.accepted")
