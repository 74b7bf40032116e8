"""Pages of a project whose text stays on the machine, and the page on which that is chosen."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from notes.actions.reports import (
    NoteReport,
    RefusalReport,
    ask_without_text,
    report_answer,
    report_note,
    report_refusal,
)
from notes.models import ActorKind, Card, Project, User
from tests import cast as people
from tests.cast import NOW, Cast
from tests.web.desk import NOTE

CARD = "/p/shop/SHOP-1/"


def report(cast: Cast, card: Card, number: int, by: ActorKind = ActorKind.AGENT) -> None:
    told = NoteReport(
        number, "free", by, NOW + timedelta(minutes=number), tokens=1_200, bytes=4_100, sections=9, locked=2,
        lines={"agent": 12, "person": 2},
    )  # fmt: skip
    report_note(card=card, by=cast.coder, now=NOW, report=told)


@pytest.fixture
def kept(cast: Cast) -> Card:
    """SHOP-1, of which two revisions were told."""
    made = people.card(cast, "SHOP-1", title="Refund emails go out twice")
    Project.objects.filter(pk=cast.shop.pk).update(session_content="machine")
    cast.shop.session_content = "machine"
    report(cast, made, 1)
    report(cast, made, 2, ActorKind.PERSON)
    return made


def page(client: Client, address: str = CARD) -> str:
    return " ".join(client.get(address).content.decode().split())


def test_a_card_says_where_its_note_is_and_what_is_known_of_it(kept: Card, operator: Client) -> None:
    shown = page(operator)
    for part in (
        "The note is kept on the machine", "2 lines by people", "12 lines by agents", "about 1,200 tokens",
        "<dt>Locked lines</dt><dd>2</dd>", "not edited: session content on the machine, or no worktree",
        "handoff edit SHOP-1", "is on the machine now.",
    ):  # fmt: skip
        assert part in shown
    assert "Edit note" not in shown


def test_who_only_looks_is_offered_nothing_to_change(kept: Card, viewer: Client) -> None:
    shown = page(viewer)
    assert "The note is kept on the machine" in shown
    assert "handoff edit" not in shown


def test_refused_writes_are_shown_by_their_kinds(cast: Cast, kept: Card, operator: Client) -> None:
    told = RefusalReport(NOW, ActorKind.AGENT, {"lock.line_changed": 3, "write.shrinks": 1})
    report_refusal(card=kept, by=cast.coder, now=NOW, report=told)
    shown = page(operator)
    assert "A locked line was changed (3 times)." in shown
    assert "It takes more than half of the note away." in shown
    assert 'href="#refused"' in shown


def test_a_card_without_a_note_says_how_one_comes(cast: Cast, kept: Card, operator: Client) -> None:
    people.card(cast, "SHOP-2")
    shown = page(operator, "/p/shop/SHOP-2/")
    assert "There is none yet" in shown
    assert "handoff track SHOP-2" in shown


def test_a_stale_note_says_so(kept: Card, operator: Client) -> None:
    Card.objects.filter(pk=kept.pk).update(last_commit_at=NOW + timedelta(days=1))
    assert "stale: committed since" in page(operator)
    assert "kept on the machine" in page(operator, "/p/shop/")


def test_the_history_has_numbers_and_times_alone(kept: Card, operator: Client) -> None:
    shown = page(operator, f"{CARD}history/")
    assert "numbers and times alone" in shown
    assert shown.index("Revision 2") < shown.index("Revision 1")
    assert "at the machine" in shown
    assert operator.get(f"{CARD}history/1/")["Location"] == f"{CARD}history/?before=2"


def test_older_revisions_are_on_pages_of_their_own(cast: Cast, kept: Card, operator: Client) -> None:
    for number in range(3, 34):
        report(cast, kept, number)
    assert 'href="?before=4"' in page(operator, f"{CARD}history/")
    assert "Revision 3 " in page(operator, f"{CARD}history/?before=4")


@pytest.mark.parametrize("address", [f"{CARD}edit/", f"{CARD}edit/check/"])
def test_nothing_is_edited_and_what_was_typed_is_on_the_answer(kept: Card, operator: Client, address: str) -> None:
    answer = operator.post(address, {"base": 2, "text": f"{NOTE}typed"})
    assert answer.status_code == 403
    assert "Not edited: session content on the machine, or no worktree" in answer.content.decode()
    kept.refresh_from_db()
    assert kept.revision == 2


def test_the_form_that_was_open_gives_its_text_back(kept: Card, operator: Client) -> None:
    assert "typed by hand" in operator.post(f"{CARD}edit/", {"base": 2, "text": "typed by hand"}).content.decode()


def test_no_line_is_locked_and_no_revision_restored_here(kept: Card, operator: Client) -> None:
    for address, form in ((f"{CARD}lines/", {"lock": "r1-2"}), (f"{CARD}history/1/restore/", {"seen": 2})):
        assert "is kept on the machine" in operator.post(address, form, follow=True).content.decode()


def test_a_decision_says_where_it_is_answered(cast: Cast, kept: Card, as_: Callable[[User], Client]) -> None:
    raised = ask_without_text(card=kept, by=cast.coder, now=NOW, cause="asked", impact="money", due_at=None)
    address = f"/d/{raised.escalation.pk}/"
    shown = page(as_(cast.reviewer), address)
    assert "An agent needs a decision on SHOP-1: money" in shown
    assert f"handoff decide {raised.escalation.pk} VALUE" in shown
    assert "Send answer" not in shown
    assert "handoff decide" not in page(as_(cast.viewer), address)
    assert "I am on it" in shown
    report_answer(escalation=raised.escalation, by=cast.coder, now=NOW)
    assert "What was said is kept on the machine" in page(as_(cast.reviewer), address)


def test_answering_here_is_refused_with_what_was_typed(cast: Cast, kept: Card, as_: Callable[[User], Client]) -> None:
    raised = ask_without_text(card=kept, by=cast.coder, now=NOW, cause="asked", impact="money", due_at=None)
    answer = as_(cast.reviewer).post(f"/d/{raised.escalation.pk}/answer/", {"value": "Rs 15,00,000"})
    assert answer.status_code == 409
    assert "is kept on the machine" in answer.content.decode()


def test_when_the_desk_keeps_text_again_the_note_is_written_anew(cast: Cast, kept: Card, operator: Client) -> None:
    Project.objects.filter(pk=cast.shop.pk).update(session_content="server")
    assert "Write the note" in page(operator)
    form = {"base": 2, "text": "## Goal\nhere again\n"}
    assert "here again" in operator.post(f"{CARD}edit/", form, follow=True).content.decode()
    assert operator.get(f"{CARD}history/").status_code == 200
    assert [operator.get(f"{CARD}history/{number}/").status_code for number in (1, 2, 3)] == [200, 200, 200]


def test_a_maintainer_finds_the_settings_and_others_do_not(
    cast: Cast, card: Card, as_: Callable[[User], Client]
) -> None:
    assert "/p/shop/settings/" in page(as_(cast.maintainer), "/p/shop/")
    assert "/p/shop/settings/" not in page(as_(cast.operator), "/p/shop/")
    people_of = (cast.maintainer, cast.operator, cast.viewer, cast.outsider)
    assert [as_(user).get("/p/shop/settings/").status_code for user in people_of] == [200, 403, 403, 404]
    assert [as_(user).post("/p/shop/settings/", {"content": "machine"}).status_code for user in people_of[1:]] == [
        403, 403, 404,
    ]  # fmt: skip


def test_the_settings_name_what_goes_and_want_the_name_typed(
    cast: Cast, card: Card, as_: Callable[[User], Client]
) -> None:
    maintainer = as_(cast.maintainer)
    assert "the text of 2 revisions" in page(maintainer, "/p/shop/settings/")
    refused = maintainer.post("/p/shop/settings/", {"content": "machine", "confirmed": "Shop"})
    assert refused.status_code == 422
    assert 'value="Shop"' in refused.content.decode()
    assert 'value="machine" id="content-machine" checked' in refused.content.decode()
    assert Project.objects.get(pk=cast.shop.pk).shows_content
    saved = maintainer.post("/p/shop/settings/", {"content": "machine", "confirmed": "shop"}, follow=True)
    assert "kept on the machine alone from now on" in saved.content.decode()
    assert "for ever" not in saved.content.decode()
    assert not Project.objects.get(pk=cast.shop.pk).shows_content


def test_an_unknown_choice_changes_nothing(cast: Cast, card: Card, as_: Callable[[User], Client]) -> None:
    as_(cast.maintainer).post("/p/shop/settings/", {"content": "moon", "confirmed": "shop"})
    assert Project.objects.get(pk=cast.shop.pk).shows_content
