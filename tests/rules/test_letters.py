"""Lines of letters, pauses between attempts, and whether anybody has been told."""

import unicodedata
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.letters.digest_days import Days, bounds, days_in_words, days_to_tell
from notes.rules.letters.lines import LONGEST_SUBJECT, one_line, subject, whole_text
from notes.rules.letters.retries import Stage, Trouble, pause, says, trouble
from notes.rules.letters.telling import Sent, Told, telling

LINES = [
    ("Which EMD?", "Which EMD?"),
    ("a\r\nBcc: x@y.example", "a Bcc: x@y.example"),
    ("a\x00b\x07c", "abc"),
    ("a\u2028b\u0085c", "a b c"),
    ("Rs\u00a015", "Rs[U+00A0]15"),
    ("abc\u202edef", "abc[U+202E]def"),
    ("\u0633\u0644\u0627\u0645 \u65e5\u672c\u8a9e", "\u0633\u0644\u0627\u0645 \u65e5\u672c\u8a9e"),
    ("  ", ""),
]


@pytest.mark.parametrize(("typed", "expected"), LINES)
def test_one_line(typed: str, expected: str) -> None:
    assert one_line(typed) == expected


def test_a_text_keeps_its_lines() -> None:
    assert whole_text("one\r\ntwo\x00\n\tthree\u200b\n") == "one\ntwo\n\tthree[U+200B]"


def test_a_subject_is_cut_between_words() -> None:
    assert subject("word " * 40) == "word " * 23 + "word…"
    assert len(subject("word " * 40)) <= LONGEST_SUBJECT
    assert subject("a" * 300) == "a" * 119 + "…"


@given(st.text())
def test_a_subject_is_one_short_line(typed: str) -> None:
    line = subject(typed)
    assert len(line) <= LONGEST_SUBJECT
    assert len(line.splitlines()) <= 1
    assert not {"Cc", "Cs"} & {unicodedata.category(char) for char in line}


def test_pauses_grow_and_end_after_about_three_days() -> None:
    pauses: list[timedelta] = []
    while (wait := pause(len(pauses) + 1)) is not None:
        pauses.append(wait)
    assert pauses == sorted(pauses)
    assert pauses[0] == timedelta(minutes=1)
    assert timedelta(days=2, hours=20) < sum(pauses, timedelta()) < timedelta(days=3, hours=12)


TROUBLE = [
    (Stage.RECIPIENT, 550, Trouble.LETTER, "refused the address for good (550)"),
    (Stage.TEXT, 554, Trouble.LETTER, "refused the letter for good (554)"),
    (Stage.RECIPIENT, 451, Trouble.PASSING, "try again later (451)"),
    (Stage.TEXT, 452, Trouble.PASSING, "try again later (452)"),
    (Stage.CONNECTING, None, Trouble.PASSING, "cannot be reached"),
    (Stage.CONNECTING, 554, Trouble.DESK, "the desk's own connection (554)"),
    (Stage.SENDER, 550, Trouble.DESK, "the desk's own sender (550)"),
    (Stage.SIGNING_IN, 535, Trouble.DESK, "the desk's own sign-in (535)"),
    (Stage.RECIPIENT, 530, Trouble.DESK, "the desk's own sign-in (530)"),
]


@pytest.mark.parametrize(("stage", "code", "whose", "sentence"), TROUBLE)
def test_whose_trouble_it_is(stage: Stage, code: int | None, whose: Trouble, sentence: str) -> None:
    assert trouble(stage, code) is whose
    assert sentence in says(stage, code)


AWAY = "The mail server cannot be reached, or does not answer."
TELLINGS = [
    ([], Told.NOBODY, "Nobody has been told: no member who may answer wants letters about it."),
    ([Sent("waiting")], Told.ON_ITS_WAY, "One letter is on the way."),
    ([Sent("waiting"), Sent("sent"), Sent("failed", "No.")], Told.YES, "One person was told by letter."),
    ([Sent("waiting", AWAY)], Told.NOBODY, "Nobody has been told yet: the mail server cannot be reached"),
    ([Sent("failed", "No.")], Told.NOBODY, "Nobody has been told: its letter could not be delivered. No."),
    ([Sent("failed", "No.")] * 2, Told.NOBODY, "none of its two letters could be delivered. No."),
    ([Sent("dropped")], Told.NOBODY, "those who were to get a letter have left"),
]


@pytest.mark.parametrize(("letters", "told", "sentence"), TELLINGS)
def test_whether_anybody_has_been_told(letters: list[Sent], told: Told, sentence: str) -> None:
    found = telling(letters)
    assert found.told is told
    assert sentence in found.says


@pytest.mark.parametrize(
    ("now", "zone", "told", "first", "last"),
    [
        ("2026-11-12T06:59+00:00", "UTC", 10, None, None),
        ("2026-11-12T07:00+00:00", "UTC", 10, 11, 11),
        ("2026-11-12T01:30+00:00", "Asia/Kolkata", 10, 11, 11),
        ("2026-11-12T01:29+00:00", "Asia/Kolkata", 10, None, None),
        ("2026-11-12T23:59+00:00", "UTC", 10, 11, 11),
        ("2026-11-12T07:00+00:00", "UTC", 11, None, None),
        ("2026-11-12T07:00+00:00", "UTC", 12, None, None),  # told where the day was over sooner, and moved since
        ("2026-11-12T07:00+00:00", "UTC", 8, 9, 11),
        ("2026-11-12T07:00+00:00", "UTC", 1, 5, 11),
        ("2026-11-12T07:00+00:00", "UTC", None, 5, 11),
    ],
)
def test_the_days_of_a_digest(now: str, zone: str, told: int | None, first: int | None, last: int | None) -> None:
    day = {None: None} | {number: date(2026, 11, number) for number in range(1, 13)}
    expected = Days(date(2026, 11, first), date(2026, 11, last)) if first and last else None
    assert days_to_tell(datetime.fromisoformat(now), ZoneInfo(zone), day[told]) == expected


def test_the_days_of_a_digest_in_words() -> None:
    assert days_in_words(date(2026, 11, 12), date(2026, 11, 12)) == "on Thursday 12 November"
    assert days_in_words(date(2026, 11, 30), date(2026, 12, 1)) == "from Monday 30 November to Tuesday 1 December"


def test_a_day_on_which_the_clock_changes_has_another_length() -> None:
    begin, end = bounds(Days(date(2026, 3, 29), date(2026, 3, 29)), ZoneInfo("Europe/Berlin"))
    assert begin == datetime(2026, 3, 28, 23, tzinfo=UTC)
    assert end - begin == timedelta(hours=23)
