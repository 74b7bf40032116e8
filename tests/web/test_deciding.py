"""Answering, asking back and the rest: what becomes of it, and that nothing typed is lost."""

import html as markup
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from notes.actions.escalations import answer_escalation
from notes.actions.facts import set_fact
from notes.actions.questions import ask_back, reply_to_question
from notes.models import Escalation, Fact, Question, User
from notes.models.fact import FactState
from notes.queries import escalations
from notes.rules.decisions.escalations import Option
from notes.rules.facts.decisions import FactValue
from tests.cast import NOW, PASSWORD, Cast
from tests.web.asked import NEW, OLD, WHICH, ask, bid, deposit, pricing
from tests.web.desk import write

As = Callable[[User], Client]
LOGIN = "/accounts/login/"


@pytest.fixture
def decision(cast: Cast) -> Escalation:
    return deposit(cast)


@pytest.fixture
def reviewer(cast: Cast, as_: As) -> Client:
    return as_(cast.reviewer)


def at(decision: Escalation, deed: str = "") -> str:
    return f"/d/{decision.pk}/{deed}/" if deed else f"/d/{decision.pk}/"


def seen_on(client: Client, decision: Escalation) -> str:
    found = re.search(r'name="seen" value="([^"]+)"', client.get(at(decision)).content.decode())
    assert found
    return found[1]


def send(client: Client, decision: Escalation, deed: str = "answer", **form: Any) -> Any:
    return client.post(at(decision, deed), {"seen": seen_on(client, decision), **form})


def typed(answer: Any) -> str:
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", answer.content.decode(), re.DOTALL)
    return markup.unescape(found[1]) if found else ""


def words(answer: Any) -> str:
    return re.sub(r"\s+", " ", markup.unescape(re.sub(r"<[^>]+>", "", answer.content.decode())))


def current(name: str = "EMD") -> Fact:
    return Fact.objects.get(name=name, state=FactState.CURRENT)


def test_an_option_settles_it_and_the_page_says_what_followed(decision: Escalation, reviewer: Client) -> None:
    answer = send(reviewer, decision, option="1")
    assert (answer.status_code, answer["Location"]) == (302, at(decision))
    assert current().value == OLD
    assert current().source.startswith("answered by Reviewer, ")
    page = words(reviewer.get(at(decision)))
    assert "Answered." in page
    assert f"The must-carry fact EMD is {OLD}" in page


def test_another_value_is_an_answer_too_without_the_blanks_around_it(decision: Escalation, reviewer: Client) -> None:
    assert send(reviewer, decision, value=" Rs 16,00,000 \r\n").status_code == 302
    assert current().value == "Rs 16,00,000"


def test_a_double_click_is_no_error(decision: Escalation, reviewer: Client) -> None:
    form = {"seen": seen_on(reviewer, decision), "option": "0"}
    assert [reviewer.post(at(decision, "answer"), form).status_code for _ in range(2)] == [302, 302]


def test_the_second_of_two_learns_who_answered_what_and_keeps_their_words(
    decision: Escalation, cast: Cast, reviewer: Client
) -> None:
    form = {"seen": seen_on(reviewer, decision), "value": "Rs 16,00,000"}
    answer_escalation(escalation=decision, by=cast.actor(cast.operator), now=NOW, value=NEW)
    answer = reviewer.post(at(decision, "answer"), form)
    assert answer.status_code == 409
    assert f"Not sent. Operator answered '{NEW}'" in words(answer)
    assert "What you typed, and was not sent" in words(answer)
    assert typed(answer) == "Rs 16,00,000"
    assert current().value == NEW


def test_where_the_note_moved_on_nothing_is_decided(decision: Escalation, cast: Cast, reviewer: Client) -> None:
    form = {"seen": seen_on(reviewer, decision), "value": "Rs 16,00,000"}
    write(decision.card, pricing(cast), "## Goal\nPrice the bid with Corrigendum 3.\n")
    answer = reviewer.post(at(decision, "answer"), form)
    assert answer.status_code == 409
    assert "the note went from revision 1 to 2 after you opened this page" in words(answer)
    assert "with Corrigendum 3" in words(answer)
    assert typed(answer) == "Rs 16,00,000"
    again = re.search(r'name="seen" value="([^"]+)"', answer.content.decode())
    assert again
    assert reviewer.post(at(decision, "answer"), form | {"seen": again[1]}).status_code == 302


def test_where_the_options_moved_on_what_was_pressed_is_named(
    decision: Escalation, cast: Cast, reviewer: Client
) -> None:
    form = {"seen": seen_on(reviewer, decision), "option": "1"}
    ask(decision.card, pricing(cast), options=(Option("Rs 16,00,000", "Corrigendum 3"),), fact="EMD")
    answer = reviewer.post(at(decision, "answer"), form)
    assert answer.status_code == 409
    assert "the options, the facts or the exchange changed" in words(answer)
    assert f"You pressed “{OLD}”: press it again if it still holds." in words(answer)
    assert "Corrigendum 3" in words(answer)


def test_a_form_that_does_not_say_what_it_saw_decides_nothing(decision: Escalation, reviewer: Client) -> None:
    assert reviewer.post(at(decision, "answer"), {"value": NEW}).status_code == 409
    assert reviewer.post(at(decision, "answer"), {"option": "0"}).status_code == 409
    assert Escalation.objects.get().state == "open"


def test_a_value_that_does_not_fit_the_fact_is_said_at_its_field(cast: Cast, reviewer: Client) -> None:
    card = bid(cast)
    decision = ask(card, pricing(cast), "Until when?", fact="Bid due", fact_kind="date")
    answer = send(reviewer, decision, value="end of October")
    assert answer.status_code == 422
    assert "is not an ISO date: write it like '2026-10-28'" in words(answer)
    assert f'aria-describedby="fault-{decision.pk} does-{decision.pk}" aria-invalid="true"' in answer.content.decode()
    assert typed(answer) == "end of October"


@pytest.mark.parametrize("option", ["7", "-1", "x", "9" * 30])
def test_an_option_that_there_is_not_is_no_answer(option: str, decision: Escalation, reviewer: Client) -> None:
    assert send(reviewer, decision, option=option).status_code == 422
    assert Escalation.objects.get().state == "open"


def test_asking_back_shows_the_exchange_until_it_is_settled(decision: Escalation, cast: Cast, reviewer: Client) -> None:
    assert send(reviewer, decision, "ask", value="Is it signed?").status_code == 302
    page = words(reviewer.get(at(decision)))
    assert "Waiting for the agent’s reply" in page
    assert "Reviewer asked" in page
    assert "No reply yet." in page
    assert "Ask the agent back" not in page
    reply_to_question(escalation=decision, by=pricing(cast), now=NOW, text="Yes, on page 3.")
    page = words(reviewer.get(at(decision)))
    assert "Decision needed" in page
    assert page.index("Is it signed?") < page.index("Yes, on page 3.")


def test_a_second_question_waits_for_the_reply_to_the_first(decision: Escalation, cast: Cast, reviewer: Client) -> None:
    seen = seen_on(reviewer, decision)
    ask_back(escalation=decision, by=cast.actor(cast.operator), now=NOW, text="Is it signed?")
    answer = reviewer.post(at(decision, "ask"), {"seen": seen, "value": "By whom?"})
    assert answer.status_code == 409
    assert "Operator asked already" in words(answer)
    assert typed(answer) == "By whom?"


def test_a_question_without_words_asks_nothing(decision: Escalation, reviewer: Client) -> None:
    assert send(reviewer, decision, "ask", value="  ").status_code == 422
    assert not Question.objects.exists()


def test_who_is_on_it_says_so_and_lets_go(decision: Escalation, cast: Cast, as_: As, reviewer: Client) -> None:
    assert reviewer.post(at(decision, "claim")).status_code == 302
    assert "You are on it" in words(reviewer.get(at(decision)))
    other = as_(cast.operator)
    assert "Reviewer is on it" in words(other.post(at(decision, "claim"), follow=True))
    reviewer.post(at(decision, "release"))
    assert "on it until" not in words(reviewer.get(at(decision)))


def test_an_operator_gives_it_away_and_takes_it_back(decision: Escalation, cast: Cast, operator: Client) -> None:
    operator.post(at(decision, "assign"), {"user": cast.reviewer.pk})
    assert Escalation.objects.get().assignee == cast.reviewer
    operator.post(at(decision, "assign"), {"user": cast.viewer.pk})
    operator.post(at(decision, "assign"), {"user": "nonsense"})
    assert Escalation.objects.get().assignee == cast.reviewer
    operator.post(at(decision, "assign"), {"user": ""})
    assert Escalation.objects.get().assignee is None


def test_an_operator_withdraws_it_with_a_reason(decision: Escalation, operator: Client) -> None:
    operator.post(at(decision, "withdraw"), {"why": "The tender is off."})
    assert "The tender is off." in words(operator.get(at(decision)))


def test_what_is_withdrawn_already_is_said(decision: Escalation, operator: Client) -> None:
    send(operator, decision, option="0")
    assert "Operator answered" in words(operator.post(at(decision, "withdraw"), follow=True))


RIGHTS = [
    ("answer", {"option": "0"}, [302, 302, 302, 403, 404]),
    ("ask", {"value": "why?"}, [302, 302, 302, 403, 404]),
    ("claim", {}, [302, 302, 302, 403, 404]),
    ("release", {}, [302, 302, 302, 403, 404]),
    ("assign", {"user": ""}, [302, 302, 403, 403, 404]),
    ("withdraw", {}, [302, 302, 403, 403, 404]),
]


@pytest.mark.parametrize("index", range(5))
@pytest.mark.parametrize(("deed", "form", "statuses"), RIGHTS)
def test_each_role_may_do_its_part(
    deed: str, form: dict[str, str], statuses: list[int], index: int, decision: Escalation, cast: Cast, as_: As
) -> None:
    who = ("maintainer", "operator", "reviewer", "viewer", "outsider")[index]
    sent = form | {"seen": escalations.seen(decision)}
    assert as_(getattr(cast, who)).post(at(decision, deed), sent).status_code == statuses[index]


def test_the_words_of_who_may_not_answer_are_kept(decision: Escalation, viewer: Client) -> None:
    answer = viewer.post(at(decision, "answer"), {"value": "my words"})
    assert answer.status_code == 403
    assert typed(answer) == "my words"


@pytest.mark.parametrize("deed", ["answer", "ask"])
def test_what_was_typed_comes_back_after_the_sign_in(deed: str, decision: Escalation, cast: Cast) -> None:
    client = Client()
    asked = client.post(at(decision, deed), {"seen": "1.x", "value": "Rs 16,00,000"})
    assert asked.status_code == 401
    assert "Nothing was sent: you were signed out." in words(asked)
    assert typed(asked) == "Rs 16,00,000"
    form = {"login": cast.reviewer.email, "password": PASSWORD, "value": "Rs 16,00,000"}
    wrong = client.post(LOGIN, form | {"kept_path": at(decision, deed), "password": "wrong"})
    assert typed(wrong) == "Rs 16,00,000"
    answer = client.post(LOGIN, form | {"kept_path": at(decision, deed), "next": at(decision)})
    assert answer.status_code == 200
    assert "You are signed in again. Nothing has been sent yet" in words(answer)
    assert WHICH in words(answer)
    assert typed(answer) == "Rs 16,00,000"
    assert Escalation.objects.get().state == "open"


def test_a_pressed_option_comes_back_to_the_page_after_the_sign_in(decision: Escalation, cast: Cast) -> None:
    asked = Client().post(at(decision, "answer"), {"seen": "1.x", "option": "1"})
    assert asked["Location"] == f"{LOGIN}?next={at(decision)}"


def test_a_form_without_its_proof_keeps_the_words(decision: Escalation, cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.reviewer)
    seen = seen_on(client, decision)
    answer = client.post(at(decision, "answer"), {"seen": seen, "value": "Rs 16,00,000"})
    assert answer.status_code == 403
    assert "Nothing was sent: please send it again" in words(answer)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', answer.content.decode())
    assert token
    assert f'action="{at(decision, "answer")}"' in answer.content.decode()
    form = {"seen": seen, "value": typed(answer), "csrfmiddlewaretoken": token[1]}
    assert client.post(at(decision, "answer"), form).status_code == 302
    assert "Nothing was answered" in words(client.post(at(decision, "answer"), {"option": "1"}))


def test_an_answer_without_a_fact_is_kept_as_it_is(cast: Cast, reviewer: Client) -> None:
    decision = ask(bid(cast), pricing(cast), "Is the site visit compulsory?", cause="open_question")
    assert "becomes the must-carry fact" not in words(reviewer.get(at(decision)))
    send(reviewer, decision, value="Yes,\nsee clause 4.")
    assert Escalation.objects.get().answer == "Yes,\nsee clause 4."
    assert current().value == NEW


def test_a_fact_put_right_elsewhere_shows_as_the_answer(decision: Escalation, cast: Cast, operator: Client) -> None:
    from_the_card = FactValue(OLD, "text", "phone call")
    set_fact(card=decision.card, name="EMD", new=from_the_card, by=cast.actor(cast.operator), now=NOW)
    assert f"{OLD} by Operator" in words(operator.get(at(decision)))
