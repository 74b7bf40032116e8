"""Times in words."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from notes.rules.wording.ages import ago, clock, due, exact, short

NOW = datetime(2026, 11, 12, 10, 30, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("gone", "words"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=4), "4 min ago"),
        (timedelta(hours=3), "3 h ago"),
        (timedelta(days=1, hours=2), "yesterday"),
        (timedelta(days=13), "13 days ago"),
        (timedelta(days=40), "3 Oct 2026"),
    ],
)
def test_it_says_how_long_ago(gone: timedelta, words: str) -> None:
    assert ago(NOW - gone, NOW) == words


def test_the_exact_time_has_its_zone() -> None:
    assert exact(NOW.astimezone(timezone(timedelta(hours=5, minutes=30)))) == "Thursday 12 November 2026, 10:30:05 UTC"


def test_the_year_is_told_where_it_is_another_one() -> None:
    assert short(NOW, NOW) == "12 Nov 10:30"
    assert short(NOW, NOW + timedelta(days=365)) == "12 Nov 2026"


INDIA = timezone(timedelta(hours=5, minutes=30), "IST")


@pytest.mark.parametrize(
    ("ahead", "words"),
    [
        (timedelta(minutes=-20), "due 20 min ago"),
        (timedelta(0), "due just now"),
        (timedelta(hours=7, minutes=30), "due today 18:00 UTC"),
        (timedelta(hours=25, minutes=30), "due tomorrow 12:00 UTC"),
        (timedelta(days=3), "due 15 Nov 10:30 UTC"),
        (timedelta(days=60), "due 11 Jan 2027 10:30 UTC"),
    ],
)
def test_it_says_when_something_is_due(ahead: timedelta, words: str) -> None:
    assert due(NOW + ahead, NOW) == words


def test_a_day_is_one_of_the_reader_s_zone() -> None:
    late_evening = NOW + timedelta(hours=9)
    assert due(late_evening, NOW) == "due today 19:30 UTC"
    assert due(late_evening, NOW.astimezone(INDIA)) == "due tomorrow 01:00 IST"
    assert clock(NOW, NOW.astimezone(INDIA)) == "16:00 IST"
