"""What happens shows at once in every browser that looks at it, and takes nothing from who is writing."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from notes.actions.escalations import answer_escalation
from notes.actions.facts import set_fact
from notes.actions.questions import ask_back, reply_to_question
from notes.actions.steps.history import record
from notes.models import Card, Membership, User
from notes.queries import escalations
from notes.rules.decisions.escalations import Option
from notes.rules.facts.decisions import FactValue
from tests.browser.conftest import MINE, Visit
from tests.browser.served import Line
from tests.browser.test_looks import faults
from tests.cast import Cast
from tests.cast import card as make_card
from tests.web.asked import ask, deposit, pricing
from tests.web.desk import write

pytestmark = pytest.mark.browser
PHONE = 390
DONE = "- Ran the API tests again"
NEWER = MINE.replace("## Next", f"{DONE}\n\n## Next", 1).replace("unique\n\n-", "unique\n-")


def at_card(page: Page, more: str = "") -> Page:
    """With a socket that was greeted: it hides nothing."""
    with page.expect_websocket() as opened:
        page.goto(f"/p/shop/SHOP-112/{more}")
    if not more:
        opened.value.wait_for_event("framereceived", predicate=lambda frame: "here" in str(frame))
    return page


def opened(page: Page, address: str) -> Page:
    with page.expect_websocket() as socket:
        page.goto(address)
    socket.value.wait_for_event("framereceived")
    return page


def test_what_an_agent_writes_shows_in_every_browser_with_the_new_lines_marked(
    card: Card, cast: Cast, visit: Visit
) -> None:
    wide, phone = at_card(visit(cast.operator)), at_card(visit(cast.viewer, width=PHONE))
    write(card, cast.coder, NEWER, base_revision=2)
    for page in (wide, phone):
        expect(page.locator(".line.fresh")).to_have_text(re.compile("Ran the API tests again"))
        expect(page.locator("#note aside")).to_contain_text("revision 3")
        expect(page.locator("#heard")).to_have_text("Revision 3, by coder, is shown now.")
    assert faults(wide) == []
    write(card, cast.coder, NEWER + "- Who tells support?\n", base_revision=3)
    expect(wide.locator("#heard")).to_have_text("Revision 4, by coder, is shown now.")


def test_a_first_note_and_a_new_card_appear(cast: Cast, visit: Visit) -> None:
    page, cards = visit(cast.operator), visit(cast.viewer)
    with cards.expect_websocket():
        cards.goto("/p/shop/")
    made = make_card(cast, "SHOP-112", title="Refunds")
    at_card(page)
    expect(page.get_by_role("link", name="Write the note")).to_be_visible()
    write(made, cast.coder)
    expect(page.get_by_role("link", name="Edit note")).to_be_visible()
    expect(page.locator("#rows")).to_contain_text("run the API tests")
    expect(cards.locator("#cards")).to_contain_text("Refunds")


def test_who_looks_and_who_edits_is_said_to_the_others(card: Card, cast: Cast, visit: Visit) -> None:
    operator, viewer = at_card(visit(cast.operator)), at_card(visit(cast.viewer, width=PHONE))
    expect(operator.locator("#here")).to_have_text("Viewer is looking at this")
    expect(viewer.locator("#here")).to_have_text("Operator is looking at this")
    at_card(operator, "edit/")
    expect(viewer.locator("#here")).to_have_text("Operator is editing")
    operator.goto("/p/")
    expect(viewer.locator("#here")).to_be_hidden()


def test_the_editor_says_what_others_saved_and_whether_it_will_merge(card: Card, cast: Cast, visit: Visit) -> None:
    page = at_card(visit(cast.operator), "edit/")
    box = page.get_by_role("textbox", name="The note")
    box.fill(MINE + "- Who tells the support team?\n")
    expect(page.locator("#report")).to_contain_text("Can be saved.")
    write(card, cast.coder, NEWER, base_revision=2)
    expect(page.locator("#report")).to_contain_text("coder saved revision 3 while you were editing, and changed Done.")
    expect(page.locator("#report")).to_contain_text("will be merged with yours")
    expect(box).to_have_value(MINE + "- Who tells the support team?\n")
    write(card, cast.coder, NEWER + "- Who tells support?\n", base_revision=3)
    expect(page.locator("#report")).to_contain_text("You both changed the same lines: saving shows you both.")


def test_a_decision_appears_is_counted_and_goes_when_it_is_answered(card: Card, cast: Cast, visit: Visit) -> None:
    looking, deciding = at_card(visit(cast.operator)), visit(cast.reviewer, width=PHONE)
    with deciding.expect_websocket():
        deciding.goto("/")
    raised = ask(card, cast.coder, "Ship it today?", options=(Option("Yes"), Option("No")), at=timezone.now())
    expect(deciding.get_by_role("link", name="Ship it today?")).to_be_visible()
    expect(deciding).to_have_title(re.compile(r"Decisions \(1\)"))
    expect(looking.locator("#asks")).to_contain_text("Ship it today?")
    expect(looking.locator("#places .count")).to_contain_text("1")
    deciding.get_by_role("link", name="Ship it today?").click()
    deciding.get_by_role("button", name="Yes").click()
    expect(looking.locator("#places .count")).to_have_count(0)
    expect(looking.locator("#asks")).to_be_empty()
    assert escalations.of_project(cast.shop, raised.pk).answer == "Yes"


def test_a_field_in_which_somebody_types_stays_and_the_new_is_offered(card: Card, cast: Cast, visit: Visit) -> None:
    raised = ask(card, cast.coder, "Ship it today?", options=(Option("Yes"), Option("No")), at=timezone.now())
    page = visit(cast.reviewer, width=PHONE)
    with page.expect_websocket():
        page.goto(f"/d/{raised.pk}/")
    page.get_by_label(re.compile("Another answer")).fill("Tomorrow, after")
    answer_escalation(
        escalation=raised, value="No", seen=escalations.seen(raised), by=cast.actor(cast.operator), now=timezone.now()
    )
    newer = page.locator(".newer")
    expect(newer).to_contain_text("This has changed meanwhile.")
    expect(page.get_by_label(re.compile("Another answer"))).to_have_value("Tomorrow, after")
    assert faults(page) == []
    newer.get_by_role("button").click()
    expect(page.locator(".answer")).to_have_text("No")
    expect(newer).to_have_count(0)


def test_what_was_refused_stays_on_the_page_though_things_move_on(card: Card, cast: Cast, visit: Visit) -> None:
    raised = ask(card, cast.coder, "Ship it today?", options=(Option("Yes"), Option("No")), at=timezone.now())
    page = visit(cast.reviewer, width=PHONE)
    with page.expect_websocket():
        page.goto(f"/d/{raised.pk}/")
    page.get_by_label(re.compile("Another answer")).fill("Tomorrow")
    by = cast.actor(cast.operator)
    answer_escalation(escalation=raised, value="No", seen=escalations.seen(raised), by=by, now=timezone.now())
    page.get_by_role("button", name="Send answer").click()
    expect(page.get_by_role("alert")).to_contain_text("Not sent. Operator answered 'No'")
    write(card, cast.coder, NEWER, base_revision=2)
    expect(page.locator(".newer")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Not sent.")
    kept = page.get_by_label("What you typed, and was not sent")
    expect(kept).to_have_value("Tomorrow")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".decision")).to_contain_text("Ran the API tests again")
    expect(kept).to_have_value("Tomorrow")


def test_a_screen_reader_is_told_in_one_sentence_what_changed(card: Card, cast: Cast, visit: Visit) -> None:
    history, waiting, deciding = visit(cast.viewer), visit(cast.operator), visit(cast.reviewer)
    opened(history, "/p/shop/SHOP-112/history/")
    opened(waiting, "/")
    raised = ask(card, cast.coder, 'Ship "it" today?', at=timezone.now())
    expect(waiting.locator("#heard")).to_have_text("One decision is waiting for you.")
    opened(deciding, f"/d/{raised.pk}/")
    heard = deciding.locator("#heard")
    write(card, cast.coder, NEWER, base_revision=2)
    expect(history.locator("#heard")).to_have_text("Revision 3, by coder, is shown now.")
    expect(heard).to_have_text("Revision 3 is shown now.")
    by = cast.actor(cast.operator)
    ask_back(escalation=raised, by=by, now=timezone.now(), text="Why?")
    expect(heard).to_have_text("The agent was asked back.")
    reply_to_question(escalation=raised, by=cast.coder, now=timezone.now(), text="It is due.")
    expect(heard).to_have_text("The agent replied.")
    raised.refresh_from_db()
    answer_escalation(escalation=raised, value="No", seen=escalations.seen(raised), by=by, now=timezone.now())
    expect(heard).to_have_text("Operator answered.")
    expect(waiting.locator("#heard")).to_have_text("No decisions are waiting for you.")


def test_a_decision_that_comes_to_a_card_is_told_in_its_words(card: Card, cast: Cast, visit: Visit) -> None:
    page = at_card(visit(cast.viewer))
    ask(card, cast.coder, 'Ship "it" today?', at=timezone.now())
    expect(page.locator("#heard")).to_have_text('A decision is needed: Ship "it" today?')


def test_buttons_do_not_change_under_the_finger(cast: Cast, visit: Visit) -> None:
    raised = deposit(cast, at=timezone.now() - timedelta(minutes=3))
    page = visit(cast.reviewer, width=PHONE)
    with page.expect_websocket():
        page.goto(f"/d/{raised.pk}/")
    before = page.locator("button.option").all_inner_texts()
    third = FactValue("Rs 9,00,000", "text", "Corrigendum 3")
    set_fact(card=raised.card, name="EMD", new=third, by=pricing(cast), now=timezone.now())
    expect(page.locator(".newer")).to_be_visible()
    assert page.locator("button.option").all_inner_texts() == before
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("button.option")).to_have_count(len(before) + 1)


def test_marked_text_and_opened_details_stay_as_they_are(card: Card, cast: Cast, visit: Visit) -> None:
    page = at_card(visit(cast.viewer))
    page.locator("#rows .line").first.click(click_count=3)
    write(card, cast.coder, NEWER, base_revision=2)
    expect(page.locator(".newer")).to_contain_text("Revision 3, by coder, came in meanwhile.")
    assert page.evaluate("getSelection().toString().trim()") != ""
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#rows")).to_contain_text("Ran the API tests again")


def test_a_line_that_is_cut_is_said_and_what_was_missed_comes_with_its_return(
    card: Card, cast: Cast, visit: Visit, line: Line
) -> None:
    """No close frame arrives: only the silence tells."""
    page = visit(cast.viewer)
    page.clock.install()
    at_card(page)
    line.cut = True
    write(card, cast.coder, NEWER, base_revision=2)
    page.clock.fast_forward("00:46")
    page.clock.fast_forward("00:04")
    expect(page.locator("#live")).to_have_text("Live updates paused: no connection. Trying again.")
    assert faults(page) == []
    line.cut = False
    page.clock.fast_forward("00:40")
    expect(page.locator("#rows")).to_contain_text("Ran the API tests again")
    page.clock.resume()
    expect(page.locator("#live")).to_be_hidden()


def test_what_is_sent_while_nothing_answers_stays_on_the_page_and_can_be_sent_again(
    card: Card, cast: Cast, visit: Visit, line: Line
) -> None:
    page = at_card(visit(cast.operator), "edit/")
    box = page.get_by_role("textbox", name="The note")
    box.fill(MINE + "- Who tells support?\n")
    expect(page.locator("#report")).to_contain_text("Can be saved.")
    line.cut = True
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#live")).to_contain_text("Not sent: the desk does not answer.", timeout=10_000)
    expect(box).to_have_value(MINE + "- Who tells support?\n")
    line.cut = False
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#rows")).to_contain_text("Who tells support?")


def test_while_there_is_no_socket_the_page_asks_now_and_then(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.viewer)
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close(code=1013))
    page.clock.install()
    page.goto("/p/shop/SHOP-112/")
    page.clock.fast_forward("00:04")
    expect(page.locator("#live")).to_contain_text("paused")
    write(card, cast.coder, NEWER, base_revision=2)
    page.clock.fast_forward("00:11")
    expect(page.locator("#rows")).to_contain_text("Ran the API tests again")


@pytest.mark.usefixtures("card")
def test_a_page_that_is_answered_again_does_not_wait_out_the_pause_of_its_socket(cast: Cast, visit: Visit) -> None:
    page = visit(cast.viewer)
    is_back = False
    page.route_web_socket(
        re.compile("/ws/"), lambda socket: socket.connect_to_server() if is_back else socket.close(code=1013)
    )
    page.clock.install()
    page.goto("/p/shop/SHOP-112/")
    for _ in range(6):
        with page.expect_response("**/SHOP-112/"):
            page.clock.fast_forward("00:31")
    expect(page.locator("#live")).to_contain_text("no connection")
    is_back = True
    page.clock.fast_forward("00:11")
    expect(page.locator("#live")).to_be_hidden()


def test_a_tab_in_the_background_asks_for_nothing_and_catches_up(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.viewer)
    page.add_init_script(
        "Object.defineProperty(document, 'visibilityState', { get: () => window.hidden_tab ? 'hidden' : 'visible' })"
    )
    at_card(page)
    page.evaluate("window.hidden_tab = true")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    write(card, cast.coder, NEWER, base_revision=2)
    page.wait_for_function("document.dispatchEvent(new Event('desk:stale'))")
    assert asked == []
    page.evaluate("window.hidden_tab = false; document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#rows")).to_contain_text("Ran the API tests again")


def test_who_loses_the_right_to_see_a_card_is_told_so(card: Card, cast: Cast, visit: Visit) -> None:
    page = at_card(visit(cast.viewer))
    Membership.objects.filter(user=cast.viewer).delete()
    write(card, cast.coder, NEWER, base_revision=2)
    expect(page.locator("#said")).to_contain_text("This page is not there for you any more.")
    expect(page.locator("#rows")).not_to_contain_text("Ran the API tests again")


def signs_in(page: Page, user: User) -> None:
    """In another tab of the same browser."""
    client = Client()
    client.force_login(user)
    new, origin = client.cookies[settings.SESSION_COOKIE_NAME].value, page.evaluate("location.origin")
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": new, "url": origin}])


@pytest.mark.usefixtures("card")
@pytest.mark.parametrize("signs_in_again", [False, True])
def test_a_sign_in_that_ended_is_said_unless_the_browser_has_a_new_one(
    cast: Cast, visit: Visit, signs_in_again: bool
) -> None:
    """As after a change of one's own password in another tab."""
    page = at_card(visit(cast.viewer))
    (cookie,) = [each for each in page.context.cookies() if each.get("name") == settings.SESSION_COOKIE_NAME]
    if signs_in_again:
        signs_in(page, cast.viewer)
    Session.objects.filter(session_key=cookie.get("value")).delete()
    with page.expect_websocket() as again:
        record("member.changed", by=cast.actor(cast.operator), now=timezone.now())
    if signs_in_again:
        again.value.wait_for_event("framereceived", predicate=lambda frame: "here" in str(frame))
        expect(page.locator("#live")).to_be_hidden()
    else:
        expect(page.locator("#live")).to_have_text("You are signed out. Sign in again to see what changes.")


def test_what_somebody_else_who_signed_in_here_could_send_does_not_come_into_an_open_page(
    card: Card, cast: Cast, visit: Visit
) -> None:
    """It names the first person, and an answer from it would be the other's."""
    page = at_card(visit(cast.reviewer))
    signs_in(page, cast.operator)
    ask(card, cast.coder, "Ship it today?", options=(Option("Yes"), Option("No")), at=timezone.now())
    expect(page.locator("#said")).to_contain_text("Somebody else has signed in here")
    expect(page.locator("#asks")).to_be_empty()
    expect(page.locator("#places .count")).to_have_count(0)


def test_without_script_there_are_no_sockets_and_nothing_is_missing(card: Card, cast: Cast, visit: Visit) -> None:
    page = visit(cast.viewer, script=False)
    page.goto("/p/shop/SHOP-112/")
    expect(page.locator("#rows")).to_contain_text("Send one refund email per refund.")
    expect(page.locator("#live")).to_be_hidden()
