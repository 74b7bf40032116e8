"""Rounds on the pages: how each began, what it cost both ways, and notes that are older than the work."""

from datetime import timedelta

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from notes.actions.rounds import RoundStart, change_round, start_round
from notes.models import Card
from notes.rules.rounds.pricing import Fresh, Session
from tests.cast import NOW, Cast

START = RoundStart("claude-opus-4-5", Session(100_000, "cold"), Fresh(note=3_000, prompt=2_000))


def begin(cast: Cast, card: Card, *starts: RoundStart) -> None:
    for start in starts:
        start_round(card=card, by=cast.coder, now=NOW, start=start)


def test_a_first_round_has_no_chip_and_a_later_one_says_what_it_saved(cast: Cast, card: Card, viewer: Client) -> None:
    begin(cast, card, START)
    for page in ("/p/shop/SHOP-1/", "/p/shop/"):
        assert "resumed from handoff" not in viewer.get(page).content.decode()
    begin(cast, card, START)
    for page in ("/p/shop/SHOP-1/", "/p/shop/"):
        assert "resumed from handoff · saved ≈ $0.47" in viewer.get(page).content.decode()


def test_a_resumed_session_says_so(cast: Cast, card: Card, viewer: Client) -> None:
    warm = RoundStart("claude-opus-4-5", Session(1_000, "warm"), START.fresh)
    begin(cast, card, START, warm)
    assert "resumed session" in viewer.get("/p/shop/").content.decode()


def test_no_saving_is_said_of_the_dearer_way_and_nothing_of_a_round_without_a_note(
    cast: Cast, card: Card, viewer: Client
) -> None:
    dear = RoundStart("claude-opus-4-5", Session(1_000, "warm"), START.fresh, chosen="fresh")
    begin(cast, card, START, dear)
    page = viewer.get("/p/shop/").content.decode()
    assert "resumed from handoff" in page
    assert "saved" not in page
    begin(cast, card, RoundStart("claude-opus-4-5", START.session, Fresh(note=0, prompt=2_000), chosen="fresh"))
    assert "resumed" not in viewer.get("/p/shop/").content.decode()


def test_the_panel_tells_both_costs_and_a_model_without_a_price(cast: Cast, card: Card, viewer: Client) -> None:
    begin(cast, card, START, RoundStart("home-grown", START.session, START.fresh))
    page = viewer.get("/p/shop/SHOP-1/").content.decode()
    assert "resuming: $0.50, from the note: $0.03, at the prices of 16 Oct 2026" in page
    assert "no estimate for this model" in page


def test_a_stale_note_is_said_on_every_page_that_lists_it(cast: Cast, card: Card, viewer: Client) -> None:
    begin(cast, card, START)
    change_round(
        card=card, by=cast.coder, now=NOW, number=1,
        changes={"last_commit": "7be21f4", "last_commit_at": NOW + timedelta(minutes=5)},
    )  # fmt: skip
    assert "stale: committed since the note was written" in viewer.get("/p/shop/SHOP-1/").content.decode()
    assert ">stale<" in viewer.get("/p/shop/").content.decode()
    assert "Stale: committed since the note was written." in viewer.get("/").content.decode()


def test_the_number_of_rounds_changes_no_number_of_queries(cast: Cast, card: Card, viewer: Client) -> None:
    begin(cast, card, START)
    # What is rendered from a revision is kept from the first look on.
    viewer.get("/p/shop/SHOP-1/")
    counts = []
    for _ in "ab":
        with CaptureQueriesContext(connection) as caught:
            viewer.get("/p/shop/")
            viewer.get("/p/shop/SHOP-1/")
        counts.append(len(caught))
        begin(cast, card, *[START] * 30)
    assert counts[0] == counts[1]
