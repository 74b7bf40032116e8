"""The history of a note, and going back."""

import re

import pytest
from django.test import Client

from notes.models import Card, Revision
from notes.queries.history_view import PAGE
from tests import cast as people
from tests.cast import Cast
from tests.web.desk import NOTE, many, write

HISTORY = "/p/shop/SHOP-1/history/"
MINE = f"{NOTE}- only the API tests\n"


def html(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def plain(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))


def test_revisions_stand_newest_first_with_who_and_how_much(card: Card, viewer: Client) -> None:
    page = plain(html(viewer, HISTORY))
    assert page.index("Revision 2 Operator") < page.index("Revision 1 coder")
    assert "+1 lines added −0" in page
    assert "+3 lines added −0" in page


def test_a_long_history_has_pages(card: Card, cast: Cast, viewer: Client) -> None:
    many(card, cast.coder, PAGE + 5)
    first = html(viewer, HISTORY)
    older = re.search(r'href="(\?before=\d+)"', first)
    assert older
    numbers = [int(number) for page in (first, html(viewer, HISTORY + older[1])) for number in
               re.findall(r'class="name">Revision (\d+)', page)]  # fmt: skip
    assert numbers == list(range(PAGE + 7, 0, -1))


def test_what_changed_is_shown_with_its_authors(card: Card, cast: Cast, viewer: Client) -> None:
    changed = MINE.replace("run the API", "run all the API").replace("- open the pull request\n", "")
    write(card, cast.actor(cast.operator), changed)
    page = plain(html(viewer, f"{HISTORY}3/"))
    assert "What changed since revision 2 +1 lines added −2" in page
    assert "Was: - run the API tests" in page
    assert "Now: - run all the API tests" in page
    assert "Removed: - open the pull request removed, was by coder" in page


def test_a_line_that_moved_is_told_with_its_author_not_with_a_mover(card: Card, cast: Cast, viewer: Client) -> None:
    moved = MINE.replace("- run the API tests\n", "").replace("per refund.\n", "per refund.\n- run the API tests\n")
    write(card, cast.actor(cast.operator), moved)
    assert "- run the API tests moved from Next · line by coder" in plain(html(viewer, f"{HISTORY}3/"))


def test_headings_keep_their_letters_and_fields_are_called_by_words(cast: Cast, viewer: Client) -> None:
    free = people.card(cast, "FREE", format="free")
    write(free, cast.coder, "## API tests\n- a\n")
    write(free, cast.coder, "## API tests\n- b\n")
    assert '<h3 dir="auto">API tests</h3>' in html(viewer, "/p/shop/FREE/history/2/")


def test_the_words_that_changed_are_marked(card: Card, cast: Cast, viewer: Client) -> None:
    write(card, cast.coder, MINE.replace("run the API", "run all the API"))
    assert "<mark>all </mark>" in html(viewer, f"{HISTORY}3/")


def test_the_note_as_it_stood_is_there(card: Card, cast: Cast, viewer: Client) -> None:
    write(card, cast.coder, "## Goal\nsomething else\n\n## Next\n- only the API tests\n")
    assert "Send one refund email" in html(viewer, f"{HISTORY}1/").split("The note as it stood")[1]


def test_a_history_without_revisions_says_so(cast: Cast, viewer: Client) -> None:
    people.card(cast, "SHOP-1")
    assert "The first one comes with the first note" in html(viewer, HISTORY)


def test_restoring_brings_back_the_lines_and_their_authors(card: Card, operator: Client) -> None:
    answer = operator.post(f"{HISTORY}1/restore/", {"seen": 2}, follow=True)
    page = answer.content.decode()
    assert "Revision 1 stands again, as revision 3." in page
    assert re.findall(r'id="(r\d+-\d+)"', page) == ["r1-2", "r1-5", "r1-6"]
    assert Revision.objects.get(card=card, number=3).restored == 1


def test_restoring_is_refused_when_the_note_has_moved_on(card: Card, cast: Cast, operator: Client) -> None:
    write(card, cast.coder, f"{MINE}- more\n")
    answer = operator.post(f"{HISTORY}1/restore/", {"seen": 2}, follow=True)
    assert "The note has moved on from revision 2 to 3." in answer.content.decode()
    assert Revision.objects.filter(card=card).count() == 3


def test_the_newest_revision_has_nothing_to_restore(card: Card, operator: Client) -> None:
    assert "Restore this revision" not in html(operator, f"{HISTORY}2/")
    assert "Restore this revision" in html(operator, f"{HISTORY}1/")


@pytest.mark.parametrize("before", ["", "x", "-1", "0", "9" * 30])
def test_a_strange_page_number_breaks_nothing(before: str, card: Card, viewer: Client) -> None:
    html(viewer, f"{HISTORY}?before={before}")


def test_markup_in_a_changed_line_stays_text(card: Card, cast: Cast, viewer: Client) -> None:
    write(card, cast.coder, f"{MINE}<script>alert(1)</script> \u202ex\u202c\n")
    page = html(viewer, f"{HISTORY}3/")
    assert "<script>alert" not in page
    assert "U+202E" in page


def test_a_page_that_brings_itself_up_to_date_takes_no_message_from_the_one_that_is_opened(
    card: Card, operator: Client
) -> None:
    operator.post("/p/shop/SHOP-1/history/1/restore/", {"seen": 2})
    says = "Revision 1 stands again"
    assert says not in operator.get("/p/shop/SHOP-1/", headers={"live-refresh": "1"}).content.decode()
    assert says in operator.get("/p/shop/SHOP-1/").content.decode()
