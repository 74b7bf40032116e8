"""Times in words."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from notes.rules.ages import ago, exact, short

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
