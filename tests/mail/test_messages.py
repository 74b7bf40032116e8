"""A letter as the mail program of its reader takes it apart."""

from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from notes.mail import letters
from notes.mail.envelopes import message_id, message_of
from notes.models import Letter, Membership
from tests.cast import NOW, Cast
from tests.mail.desk import ask

pytestmark = pytest.mark.django_db


def parsed(cast: Cast, decision: str, **changed: object) -> EmailMessage:
    escalation = ask(cast)
    escalation.decision = decision
    for name, value in changed.items():
        setattr(escalation, name, value)
    member = Membership.objects.select_related("user", "project").get(user=cast.reviewer)
    written = letters.waiting(escalation, member, "raised")
    letter = Letter(
        pk=12, project=cast.shop, user=cast.reviewer, kind="raised", at=NOW,
        subject=written.subject, text=written.text, html=written.html,
    )  # fmt: skip
    content = message_of(letter, member, None, NOW).message().as_bytes(linesep="\r\n")
    assert b"\x00" not in content
    assert max(len(line) for line in content.split(b"\r\n")) <= 998
    return message_from_bytes(content, policy=policy.default)


def body(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    assert part
    text: str = part.get_content()
    return text.replace("\r\n", "\n")


ODD = [
    ("Which EMD?\r\nBcc: everyone@example.org\r\n\r\nhello", "Which EMD? Bcc: everyone@example.org hello"),
    ("a\x00b\x1bc", "abc"),
    ("ما هو مبلغ الضمان؟ 15,00,000", "ما هو مبلغ الضمان؟ 15,00,000"),
    ("保証金はいくらですか", "保証金はいくらですか"),
    ("ఏ మొత్తం సరైనది?", "ఏ మొత్తం సరైనది?"),
    ("=?utf-8?q?fake?=", "=?utf-8?q?fake?="),
    (
        "A =?utf-8?b?4oCu?= =?utf-8?q?B=0D=0ABcc:_c?= " + "and on " * 8,
        "A =?utf-8?b?4oCu?= =?utf-8?q?B=0D=0ABcc:_c?= " + ("and on " * 8).strip(),
    ),
    ("abc\u202egnp.exe", "abc[U+202E]gnp.exe"),
]


@pytest.mark.parametrize(("decision", "line"), ODD)
def test_whatever_was_typed_is_one_subject_and_the_first_line(cast: Cast, decision: str, line: str) -> None:
    message = parsed(cast, decision)
    assert message["Subject"].strip() == line
    assert body(message, "plain").split("\n")[0] == line
    assert message["To"] == cast.reviewer.email
    assert (message["Bcc"], message["Cc"]) == (None, None)
    assert message.get_content_type() == "multipart/alternative"


def test_a_very_long_decision_is_whole_in_the_text_and_cut_in_the_subject(cast: Cast) -> None:
    decision = "Which of these is right? " * 120
    message = parsed(cast, decision)
    assert len(message["Subject"]) <= 120
    assert message["Subject"].endswith("…")
    assert body(message, "plain").split("\n")[0] == decision.strip()
    assert decision.strip() in body(message, "html")


def test_no_link_of_a_letter_answers_by_itself(cast: Cast) -> None:
    html = body(parsed(cast, "Which EMD?"), "html")
    links = [piece.split('"')[0] for piece in html.split('href="')[1:]]
    assert {link.rsplit("/", 2)[0] for link in links} == {"http://localhost:8000/d", "http://localhost:8000"}
    for tracking in ("<img", "<script", "http-equiv", "url("):
        assert tracking not in html


def test_the_id_of_a_letter_stays_and_is_its_own(cast: Cast) -> None:
    ask(cast)
    first, second, _ = Letter.objects.order_by("pk")
    assert message_id(first) == message_id(Letter.objects.get(pk=first.pk)) != message_id(second)
