"""Decisions, through the real actions: one answer wins, it becomes a fact, and what was on the screen is kept."""

from dataclasses import replace
from datetime import timedelta

import pytest

from notes.actions.claims import assign_escalation, claim_escalation, release_escalation
from notes.actions.errors import Invalid, NotAllowed, OutOfStep
from notes.actions.escalations import answer_escalation, ask_person, withdraw_escalation
from notes.actions.facts import set_fact
from notes.actions.questions import ask_back, reply_to_question
from notes.actions.steps.standing import ScreenMoved, TakenAlready
from notes.models import Actor, Card, Escalation, Event, Fact, User
from notes.models.fact import FactState
from notes.queries import escalations
from notes.rules.decisions.escalations import Asked, Option
from notes.rules.facts.decisions import FactValue
from tests.actions.pair import Pair
from tests.cast import NOW, Cast, card
from tests.web.desk import write

CORRIGENDUM = FactValue("Rs 15,00,000", "text", "Corrigendum 2, page 1")
PRICE_LIST = FactValue("Rs 12,00,000", "text", "Price list v3, row 41")
EMD = Asked("Which EMD goes into the bid?", options=(Option("Rs 15,00,000"), Option("Rs 12,00,000")), fact="EMD")
VISIT = Asked("Is the site visit compulsory?", cause="open_question", impact="eligibility")


@pytest.fixture
def bid(cast: Cast) -> Card:
    return card(cast, "BID-48")


def ask(cast: Cast, bid: Card, asked: Asked = EMD) -> Escalation:
    return ask_person(card=bid, asked=asked, by=cast.coder, now=NOW).escalation


def answer(cast: Cast, escalation: Escalation, value: str, who: User | None = None, seen: str | None = None) -> bool:
    by = cast.actor(who or cast.reviewer)
    return answer_escalation(escalation=escalation, by=by, now=NOW, value=value, seen=seen).again


def say(bid: Card, by: Actor, value: FactValue) -> None:
    set_fact(card=bid, name="EMD", new=value, by=by, now=NOW)


def disputed(cast: Cast, bid: Card) -> Escalation:
    say(bid, cast.coder, CORRIGENDUM)
    say(bid, cast.coder, PRICE_LIST)
    return Escalation.objects.get()


def now_of(escalation: Escalation) -> Escalation:
    return escalations.of_project(escalation.project, escalation.pk)


def test_an_answer_becomes_the_fact_with_the_person_as_its_source(cast: Cast, bid: Card) -> None:
    escalation = ask(cast, bid)
    assert answer(cast, escalation, "Rs 15,00,000") is False
    fact = Fact.objects.get(state=FactState.CURRENT)
    assert (fact.value, fact.source, fact.by_kind) == ("Rs 15,00,000", "answered by Reviewer, 12 Nov 2026", "person")
    found = now_of(escalation)
    assert (found.state, found.answer, found.settled_by_name) == ("answered", "Rs 15,00,000", "Reviewer")
    assert [event.verb for event in Event.objects.order_by("pk")][-3:] == [
        "escalation.raised",
        "escalation.answered",
        "fact.created",
    ]


def test_an_answer_without_a_fact_is_kept_as_it_is(cast: Cast, bid: Card) -> None:
    escalation = ask(cast, bid, VISIT)
    answer(cast, escalation, "Yes.\nBring the form.")
    assert now_of(escalation).answer == "Yes.\nBring the form."
    assert not Fact.objects.exists()


def test_the_answer_keeps_the_exact_text_that_was_on_the_screen(cast: Cast, bid: Card) -> None:
    escalation = disputed(cast, bid)
    seen = escalations.screen(escalation)
    answer(cast, escalation, "Rs 15,00,000", seen=escalations.seen(escalation))
    shown = now_of(escalation).shown
    assert shown == seen
    assert [fact["value"] for fact in shown["facts"]] == ["Rs 15,00,000", "Rs 12,00,000"]


def test_an_answer_to_what_stands_there_no_more_decides_nothing(cast: Cast, bid: Card) -> None:
    escalation = ask(cast, bid)
    for change in (
        lambda: write(bid, cast.coder),
        lambda: say(bid, cast.coder, CORRIGENDUM),
        lambda: say(bid, cast.coder, PRICE_LIST),
    ):
        seen = escalations.seen(now_of(escalation))
        change()
        with pytest.raises(ScreenMoved) as moved:
            answer(cast, escalation, "Rs 15,00,000", seen=seen)
        assert moved.value.problems[0].detail == {"seen": escalations.seen(now_of(escalation))}
    assert now_of(escalation).state == "open"
    answer(cast, escalation, "Rs 15,00,000", seen=escalations.seen(now_of(escalation)))


def test_the_same_answer_twice_is_no_error_and_any_other_is_told_who_answered_what(cast: Cast, bid: Card) -> None:
    escalation = ask(cast, bid)
    answer(cast, escalation, "Rs 15,00,000")
    assert answer(cast, escalation, "Rs 15,00,000") is True
    for who, value in ((cast.reviewer, "Rs 12,00,000"), (cast.operator, "Rs 15,00,000")):
        with pytest.raises(TakenAlready) as taken:
            answer(cast, escalation, value, who)
        (problem,) = taken.value.problems
        assert problem.code == "escalation.answered"
        assert problem.says == "Reviewer answered 'Rs 15,00,000' on 12 Nov 2026 at 10:30 UTC, and that answer holds."
    assert Event.objects.filter(verb="escalation.answered").count() == 1


def test_an_answer_that_does_not_fit_the_kind_of_the_fact_is_refused(cast: Cast, bid: Card) -> None:
    set_fact(card=bid, name="Bid due", new=FactValue("2026-10-28", "date", "page 2"), by=cast.coder, now=NOW)
    escalation = ask(cast, bid, Asked("When is the bid due?", fact="Bid due"))
    with pytest.raises(Invalid) as refused:
        answer(cast, escalation, "28 October")
    assert [problem.code for problem in refused.value.problems] == ["fact.bad_value"]
    answer(cast, escalation, "2026-10-29")


def test_an_option_that_another_source_gave_keeps_its_own_kind(cast: Cast, bid: Card) -> None:
    set_fact(card=bid, name="EMD", new=FactValue("1500000", "whole_number", "page 1"), by=cast.coder, now=NOW)
    say(bid, cast.coder, PRICE_LIST)
    answer(cast, Escalation.objects.get(), PRICE_LIST.value)
    assert Fact.objects.get(state=FactState.CURRENT).kind == "text"


def test_sources_that_disagree_raise_one_decision_when_the_second_value_arrives(cast: Cast, bid: Card) -> None:
    say(bid, cast.coder, CORRIGENDUM)
    assert not Escalation.objects.exists()
    say(bid, cast.coder, PRICE_LIST)
    say(bid, cast.coder, PRICE_LIST)
    say(bid, cast.coder, FactValue("Rs 13,00,000", "text", "Mail of 3 October"))
    escalation = Escalation.objects.get()
    assert (escalation.cause, escalation.impact, escalation.fact) == ("sources_disagree", "money", "EMD")
    assert [option["value"] for option in escalation.options] == ["Rs 15,00,000", "Rs 12,00,000", "Rs 13,00,000"]


def test_asking_the_same_again_is_the_same_decision(cast: Cast, bid: Card) -> None:
    first = ask(cast, bid, VISIT)
    again = ask_person(card=bid, asked=VISIT, by=cast.coder, now=NOW)
    assert (again.escalation.pk, again.is_new) == (first.pk, False)
    answer(cast, first, "Yes")
    assert ask_person(card=bid, asked=VISIT, by=cast.coder, now=NOW).is_new


def test_a_dispute_joins_the_decision_that_stands_for_its_fact(cast: Cast, bid: Card) -> None:
    asked = ask(cast, bid)
    assert disputed(cast, bid).pk == asked.pk


def test_a_fact_that_a_person_sets_otherwise_answers_the_decision(cast: Cast, bid: Card) -> None:
    escalation = disputed(cast, bid)
    say(bid, cast.actor(cast.operator), FactValue("Rs 14,00,000", "text", "a call"))
    found = now_of(escalation)
    assert (found.state, found.answer, found.settled_by_name) == ("answered", "Rs 14,00,000", "Operator")


def test_a_dispute_that_its_source_takes_back_is_withdrawn(cast: Cast, bid: Card) -> None:
    escalation = disputed(cast, bid)
    say(bid, cast.coder, FactValue("Rs 15,00,000", "text", PRICE_LIST.source))
    assert now_of(escalation).state == "withdrawn"


def test_a_dispute_that_ended_by_itself_says_why_nobody_is_asked_any_more(cast: Cast, bid: Card) -> None:
    escalation = disputed(cast, bid)
    say(bid, cast.coder, FactValue("Rs 15,00,000", "text", PRICE_LIST.source))
    assert now_of(escalation).answer == "The sources of this fact agree now."


def test_what_the_fact_became_meanwhile_can_be_chosen_too(cast: Cast, bid: Card) -> None:
    escalation = ask(cast, bid)
    for value in ("Rs 12,00,000", "Rs 14,00,000"):
        say(bid, cast.coder, FactValue(value, "text", CORRIGENDUM.source))
    options = [(option["value"], option["source"]) for option in now_of(escalation).options]
    assert options == [("Rs 15,00,000", ""), ("Rs 12,00,000", ""), ("Rs 14,00,000", CORRIGENDUM.source)]


def test_decisions_about_one_fact_in_two_spellings_cannot_both_stand(cast: Cast, bid: Card) -> None:
    escalation = ask(cast, bid)
    with pytest.raises(Invalid, match="'emd' is 'EMD' but for letter case"):
        ask(cast, bid, replace(EMD, fact="emd"))
    put = set_fact(card=bid, name="Emd", new=CORRIGENDUM, by=cast.coder, now=NOW)
    assert put.decision.problem
    assert put.decision.problem.code == "fact.name_taken"
    withdraw_escalation(escalation=escalation, by=cast.coder, now=NOW)
    ask(cast, bid, replace(EMD, fact="emd"))


def test_an_answer_goes_to_the_fact_as_a_note_has_named_it_meanwhile(cast: Cast, bid: Card) -> None:
    escalation = ask(cast, bid)
    Fact.objects.create(
        card=bid, name="emd", value="1", kind="text", source="note", state=FactState.CURRENT, set_at=NOW
    )
    answer(cast, escalation, "Rs 15,00,000")
    assert [(fact.name, fact.value) for fact in Fact.objects.filter(state=FactState.CURRENT)] == [
        ("emd", "Rs 15,00,000")
    ]
    assert now_of(escalation).fact == "emd"


def test_a_question_back_waits_for_the_reply_and_then_for_the_person_again(cast: Cast, bid: Card) -> None:
    escalation, reviewer = ask(cast, bid), cast.actor(cast.reviewer)
    asked = ask_back(escalation=escalation, by=reviewer, now=NOW, text="Which page?")
    assert ask_back(escalation=escalation, by=reviewer, now=NOW, text="Which page?").pk == asked.pk
    assert now_of(escalation).state == "questioned"
    with pytest.raises(OutOfStep, match="has not replied yet"):
        ask_back(escalation=escalation, by=cast.actor(cast.operator), now=NOW, text="And the date?")
    seen = escalations.seen(now_of(escalation))
    reply_to_question(escalation=escalation, by=cast.coder, now=NOW, text="Page 1")
    assert now_of(escalation).state == "open"
    with pytest.raises(OutOfStep, match="Nobody asked back"):
        reply_to_question(escalation=escalation, by=cast.coder, now=NOW, text="Page 1")
    with pytest.raises(ScreenMoved):
        answer(cast, escalation, "Rs 15,00,000", seen=seen)
    answer(cast, escalation, "Rs 15,00,000")
    assert now_of(escalation).shown["questions"] == [{"text": "Which page?", "by": "Reviewer", "reply": "Page 1"}]


def test_a_decision_with_an_open_question_can_be_answered(cast: Cast, bid: Card) -> None:
    escalation = ask(cast, bid)
    ask_back(escalation=escalation, by=cast.actor(cast.reviewer), now=NOW, text="Which page?")
    answer(cast, escalation, "Rs 15,00,000", cast.operator)
    with pytest.raises(TakenAlready):
        reply_to_question(escalation=escalation, by=cast.coder, now=NOW, text="Page 1")


def test_who_asked_or_an_operator_withdraws_it_and_nobody_answers_it_then(cast: Cast, bid: Card) -> None:
    escalation = ask(cast, bid)
    for by in (cast.actor(cast.reviewer), Actor(cast.coder.kind, "another agent", cast.shop.pk)):
        with pytest.raises(NotAllowed, match="Only who asked"):
            withdraw_escalation(escalation=escalation, by=by, now=NOW)
    withdraw_escalation(escalation=escalation, by=cast.coder, now=NOW, why="Found it on page 1")
    assert withdraw_escalation(escalation=escalation, by=cast.coder, now=NOW).state == "withdrawn"
    with pytest.raises(TakenAlready, match="coder withdrew this decision"):
        answer(cast, escalation, "Rs 15,00,000")


def test_a_program_cannot_take_back_what_its_sources_or_its_read_backs_raised(cast: Cast, bid: Card) -> None:
    asked = ask(cast, bid)
    assert disputed(cast, bid).pk == asked.pk
    with pytest.raises(NotAllowed, match="wait for the answer"):
        withdraw_escalation(escalation=asked, by=cast.coder, now=NOW)
    withdraw_escalation(escalation=asked, by=cast.actor(cast.operator), now=NOW)
    say(bid, cast.coder, PRICE_LIST)
    again = Escalation.objects.latest("pk")
    assert (again.cause, again.by_name) == ("sources_disagree", cast.coder.name)
    with pytest.raises(NotAllowed, match="wait for the answer"):
        withdraw_escalation(escalation=again, by=cast.coder, now=NOW)


def test_only_people_who_may_answer_do(cast: Cast, bid: Card) -> None:
    escalation = ask(cast, bid)
    for by in (cast.actor(cast.viewer), cast.coder):
        with pytest.raises(NotAllowed, match="Only reviewers, operators and maintainers may"):
            answer_escalation(escalation=escalation, by=by, now=NOW, value="Rs 15,00,000")
        with pytest.raises(NotAllowed):
            ask_back(escalation=escalation, by=by, now=NOW, text="Which page?")
        with pytest.raises(NotAllowed):
            claim_escalation(escalation=escalation, by=by, now=NOW)
    with pytest.raises(Card.DoesNotExist):
        answer_escalation(escalation=escalation, by=cast.actor(cast.outsider), now=NOW, value="Rs 15,00,000")
    assert now_of(escalation).state == "open"


def test_a_claim_is_one_persons_for_a_quarter_of_an_hour(cast: Cast, bid: Card) -> None:
    escalation, mine, theirs = ask(cast, bid), cast.actor(cast.reviewer), cast.actor(cast.operator)
    claim_escalation(escalation=escalation, by=mine, now=NOW)
    with pytest.raises(OutOfStep, match="Reviewer is on it"):
        claim_escalation(escalation=escalation, by=theirs, now=NOW + timedelta(minutes=14))
    release_escalation(escalation=escalation, by=theirs, now=NOW)
    assert now_of(escalation).claimed_by == cast.reviewer
    claim_escalation(escalation=escalation, by=theirs, now=NOW + timedelta(minutes=15))
    release_escalation(escalation=escalation, by=theirs, now=NOW)
    assert now_of(escalation).claimed_by is None
    claim_escalation(escalation=escalation, by=mine, now=NOW)
    answer(cast, escalation, "Rs 15,00,000", cast.operator)
    assert now_of(escalation).claimed_by is None


def test_an_operator_gives_it_to_someone_who_may_answer(cast: Cast, bid: Card) -> None:
    escalation, operator = ask(cast, bid), cast.actor(cast.operator)
    for nobody in (cast.viewer, cast.outsider):
        with pytest.raises(Invalid, match="may not answer"):
            assign_escalation(escalation=escalation, by=operator, now=NOW, to=nobody)
    assign_escalation(escalation=escalation, by=operator, now=NOW, to=cast.reviewer)
    assert now_of(escalation).assignee == cast.reviewer
    assign_escalation(escalation=escalation, by=operator, now=NOW, to=None)
    assert now_of(escalation).assignee is None
    with pytest.raises(NotAllowed):
        assign_escalation(escalation=escalation, by=cast.actor(cast.reviewer), now=NOW, to=cast.reviewer)


@pytest.mark.django_db(transaction=True)
def test_of_two_answers_in_the_same_moment_one_wins_and_the_other_is_told(cast: Cast, pair: Pair) -> None:
    people = {"a": cast.reviewer, "b": cast.operator}
    values = {"a": "Rs 15,00,000", "b": "Rs 12,00,000"}
    for number in range(25):
        escalation = ask(cast, card(cast, f"BID-{number}"))

        def decide(who: str, escalation: Escalation = escalation) -> str:
            try:
                answer(cast, escalation, values[who], people[who])
            except TakenAlready as taken:
                return f"told of {taken.escalation.answer}"
            return f"answered {values[who]}"

        outcomes = pair.at_once(decide)
        (won,) = (value for value in values.values() if f"answered {value}" in outcomes)
        assert f"told of {won}" in outcomes
        assert Fact.objects.get(card=escalation.card).value == won
        assert Event.objects.filter(card=escalation.card, verb="escalation.answered").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_sources_in_the_same_moment_raise_one_decision(cast: Cast, pair: Pair) -> None:
    for number in range(25):
        bid = card(cast, f"BID-{number}")
        say(bid, cast.coder, CORRIGENDUM)

        def tell(who: str, bid: Card = bid) -> None:
            say(bid, cast.coder, FactValue(f"Rs {who}", "text", who))

        pair.at_once(tell)
        assert len(Escalation.objects.get(card=bid).options) == 3
