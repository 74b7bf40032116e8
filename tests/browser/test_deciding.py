"""Deciding: on a phone, with keys, without script, two at once, and a scanner that follows every link."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from notes.actions.claims import claim_escalation
from notes.actions.escalations import answer_escalation
from notes.actions.questions import ask_back, reply_to_question
from notes.models import Escalation, Fact
from notes.models.fact import FactState
from notes.rules.decisions.escalations import Excerpt, Option
from tests.browser.conftest import Visit
from tests.browser.test_looks import LONG, faults
from tests.cast import PASSWORD, Cast
from tests.web.asked import NEW, OLD, WHICH, ask, bid, deposit, pricing
from tests.web.test_scanners import everything

pytestmark = pytest.mark.browser
PHONE, SCREEN = 390, 844


@pytest.fixture
def decision(cast: Cast) -> Escalation:
    return deposit(cast, at=timezone.now() - timedelta(minutes=14))


def value() -> str:
    return Fact.objects.get(name="EMD", state=FactState.CURRENT).value


def test_on_a_phone_the_decision_and_its_options_are_the_first_screen(
    decision: Escalation, cast: Cast, visit: Visit
) -> None:
    page = visit(cast.reviewer, width=PHONE)
    page.goto(f"/d/{decision.pk}/")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(WHICH)
    boxes = [page.get_by_role("button", name=re.compile(text)).bounding_box() for text in (NEW, OLD)]
    for box in boxes:
        assert box
        assert box["y"] + box["height"] < SCREEN
        assert box["height"] >= 48
        assert box["width"] > PHONE * 0.8
    page.get_by_role("button", name=re.compile(OLD)).click()
    expect(page.locator(".answer")).to_have_text(OLD)
    expect(page.locator("#said")).to_contain_text("Answered.")
    expect(page.locator(".followed")).to_contain_text(f"The must-carry fact EMD is {OLD}")
    assert value() == OLD


def test_what_can_be_touched_is_large_enough(decision: Escalation, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator, width=PHONE)
    page.goto(f"/d/{decision.pk}/")
    for name in ("Send answer", "Ask the agent back"):
        box = page.get_by_role("button", name=name).bounding_box()
        assert box
        assert box["height"] >= 48
    box = page.get_by_role("button", name="I am on it").bounding_box()
    assert box
    assert box["height"] >= 44


def test_a_key_presses_its_option_but_not_while_one_types(decision: Escalation, cast: Cast, visit: Visit) -> None:
    page = visit(cast.reviewer)
    page.goto(f"/d/{decision.pk}/")
    field = page.get_by_label("Another answer")
    field.press_sequentially("12")
    expect(field).to_have_value("12")
    field.clear()
    field.blur()
    page.keyboard.press("9")
    page.keyboard.press("2")
    expect(page.locator(".answer")).to_have_text(OLD)


def test_a_key_decides_nothing_while_something_is_typed_in(decision: Escalation, cast: Cast, visit: Visit) -> None:
    page = visit(cast.reviewer)
    page.goto(f"/d/{decision.pk}/")
    page.get_by_label("Another answer").fill("neither")
    page.get_by_role("button", name="Send answer").focus()
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_have_text("neither")


def test_of_two_keys_in_a_row_the_first_decides(decision: Escalation, cast: Cast, visit: Visit) -> None:
    page = visit(cast.reviewer)
    page.goto(f"/d/{decision.pk}/")
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(page.locator(".answer")).to_have_text(NEW)


def test_the_card_answers_with_the_same_keys(decision: Escalation, cast: Cast, visit: Visit) -> None:
    page = visit(cast.reviewer)
    page.goto("/p/shop/BID-48/")
    page.keyboard.press("1")
    expect(page).to_have_url(re.compile(f"/d/{decision.pk}/$"))
    expect(page.locator(".answer")).to_have_text(NEW)


def test_two_at_once_one_wins_and_the_other_sees_who_and_what(decision: Escalation, cast: Cast, visit: Visit) -> None:
    first, second = visit(cast.operator), visit(cast.reviewer, width=PHONE)
    for page in (first, second):
        page.goto(f"/d/{decision.pk}/")
    second.get_by_label("Another answer").fill("Rs 16,00,000")
    first.get_by_role("button", name=re.compile(NEW)).click(no_wait_after=True)
    second.get_by_role("button", name="Send answer").click()
    winner = first.locator(".answer")
    expect(winner).to_have_text(re.compile(f"{NEW}|Rs 16,00,000"))
    loser = second if winner.inner_text() == NEW and "Not sent" in second.content() else first
    name, said = ("Operator", NEW) if loser is second else ("Reviewer", "Rs 16,00,000")
    expect(loser.get_by_role("alert")).to_contain_text(f"Not sent. {name} answered '{said}'")
    expect(loser.locator(".answer")).to_have_text(said)
    if loser is second:
        expect(second.get_by_label("What you typed, and was not sent")).to_have_value("Rs 16,00,000")
    assert value() == said


def test_all_of_it_works_without_script(decision: Escalation, cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator, script=False, width=PHONE)
    page.goto("/")
    page.get_by_role("link", name=re.compile("Corrigendum 2")).click()
    page.get_by_role("button", name="I am on it").click()
    expect(page.locator(".looks-after")).to_contain_text("You are on it until")
    page.get_by_text("Give it to someone, or withdraw it").click()
    page.get_by_label("For", exact=True).select_option("Reviewer")
    page.get_by_role("button", name="Give it to them").click()
    expect(page.locator(".looks-after")).to_contain_text("For Reviewer")
    page.get_by_label("Another answer").fill("Is it signed?")
    page.get_by_role("button", name="Ask the agent back").click()
    expect(page.locator(".exchange")).to_contain_text("Is it signed?")
    page.get_by_role("button", name=re.compile(OLD)).click()
    expect(page.locator(".answer")).to_have_text(OLD)


def test_enter_in_the_field_never_presses_an_option(decision: Escalation, cast: Cast, visit: Visit) -> None:
    page = visit(cast.reviewer)
    page.goto(f"/d/{decision.pk}/")
    page.get_by_label("Another answer").fill("Rs 16,00,000")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Send answer").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_have_text("Rs 16,00,000")


def test_question_and_reply_are_an_exchange_on_the_page(decision: Escalation, cast: Cast, visit: Visit) -> None:
    page = visit(cast.reviewer)
    page.goto(f"/d/{decision.pk}/")
    page.get_by_label("Another answer").fill("Is the corrigendum signed?")
    page.get_by_role("button", name="Ask the agent back").click()
    expect(page.locator(".eyebrow")).to_contain_text("Waiting for the agent’s reply")
    reply_to_question(escalation=decision, by=pricing(cast), now=timezone.now(), text="Yes, on page 3.")
    page.reload()
    expect(page.locator(".exchange li")).to_have_count(2)
    expect(page.locator(".exchange .reply")).to_contain_text("Yes, on page 3.")
    page.get_by_role("button", name=re.compile(NEW)).click()
    expect(page.locator(".answer")).to_have_text(NEW)
    page.get_by_text("What was on the screen then").click()
    expect(page.locator(".shown")).to_contain_text("Yes, on page 3.")


def test_what_was_typed_goes_through_the_sign_in(decision: Escalation, cast: Cast, visit: Visit) -> None:
    page = visit(cast.reviewer, width=PHONE)
    page.goto(f"/d/{decision.pk}/")
    page.get_by_label("Another answer").fill("Rs 16,00,000")
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Send answer").click()
    page.get_by_label("Email").fill(cast.reviewer.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing has been sent yet")
    page.get_by_role("button", name="Send answer").click()
    expect(page.locator(".answer")).to_have_text("Rs 16,00,000")


def test_due_times_are_told_by_the_reader_s_clock(decision: Escalation, cast: Cast, visit: Visit) -> None:
    page = visit(cast.reviewer)
    page.goto(f"/d/{decision.pk}/")
    expect(page.locator(".eyebrow time").last).to_have_attribute("data-told", "")
    expect(page.locator(".eyebrow")).to_contain_text(re.compile(r"due (today|tomorrow) \d\d:\d\d(?! UTC)"))
    # What is brought up to date is told by it too.
    claim_escalation(escalation=decision, by=cast.actor(cast.operator), now=timezone.now())
    expect(page.locator(".looks-after time")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(page.locator(".eyebrow")).not_to_contain_text("UTC")


@pytest.fixture
def states(decision: Escalation, cast: Cast) -> list[str]:
    """A decision in every state, and one of long words and other scripts."""
    now, by = timezone.now(), pricing(cast)
    card = bid(cast, "BID-49")
    asked = ask(card, by, "Asked back?")
    ask_back(escalation=asked, by=cast.actor(cast.operator), now=now, text=f"Why? {LONG}")
    answered = ask(card, by, "Answered?", fact="EMD", options=(Option("Rs 15 lakh"),))
    answer_escalation(escalation=answered, by=cast.actor(cast.operator), now=now, value="Rs 15 lakh")
    late = ask(card, by, "Late?", due_at=now - timedelta(minutes=20), fact=LONG[:60])
    excerpts = (Excerpt(LONG, LONG), Excerpt("موعد تسليم العرض هو 28 أكتوبر", "ملحق رقم 2"))
    options = (Option(LONG, LONG), Option("రూ. 15,00,000", "సవరణ 2"), Option("15\u00a0lakh"))
    odd = ask(card, by, f"{LONG[:250]} لماذا؟", options=options, evidence=excerpts, untrusted=excerpts)
    found = [f"/d/{each.pk}/" for each in (decision, asked, answered, late, odd)]
    return [*found, "/", "/p/", "/p/shop/BID-48/", "/p/shop/BID-49/", "/p/shop/"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_state(scheme: str, states: list[str], cast: Cast, visit: Visit) -> None:
    found = []
    for user in (cast.operator, cast.viewer):
        page = visit(user, scheme=scheme)
        for address in states:
            page.goto(address)
            found += faults(page)
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("width", [390, 320, 800])
def test_nothing_sticks_out_of_a_narrow_page(width: int, states: list[str], cast: Cast, visit: Visit) -> None:
    page = visit(cast.operator, width=width)
    too_wide = []
    for address in states:
        page.goto(address)
        if page.evaluate("document.documentElement.scrollWidth") > width:
            too_wide.append(address)
    assert too_wide == []


def test_a_scanner_that_follows_every_link_with_scripts_changes_nothing(
    states: list[str], cast: Cast, visit: Visit
) -> None:
    page = visit(cast.operator)
    before = everything()
    waiting, followed = list(states), set[str]()
    while waiting and len(followed) < 60:
        address = waiting.pop(0)
        if address in followed:
            continue
        followed.add(address)
        page.goto(address)
        links = page.evaluate("[...document.links].map((link) => link.pathname + link.search)")
        waiting += [link for link in links if link not in followed]
    assert f"{states[0]}" in followed
    assert "/p/shop/BID-48/history/" in followed
    assert everything() == before
