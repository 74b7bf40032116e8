"""The letters themselves: subject, plain text and HTML, in the reader's own time."""

import re
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string

from notes.mail.sheets import Foot, decision, foot, local, tells_text
from notes.models import Escalation, Membership, Question
from notes.models.letter import LetterKind
from notes.rules.letters.lines import one_line, subject, whole_text

PREFIXES: dict[str, str] = {
    LetterKind.LATE: "Late: ",
    LetterKind.REPLIED: "Replied: ",
    LetterKind.ANSWERED: "Answered: ",
}


@dataclass(frozen=True, slots=True)
class Written:
    subject: str
    text: str
    html: str


def waiting(escalation: Escalation, membership: Membership, kind: str) -> Written:
    """It waits for an answer: raised, or late."""
    told = decision(escalation, membership.user)
    return lay_out("waiting", PREFIXES.get(kind, "") + told.line, foot(membership, kind), told=told)


def replied(question: Question, membership: Membership) -> Written:
    told = decision(question.escalation, membership.user)
    said = {}
    if tells_text(question.escalation):
        said = {"question": whole_text(question.text), "reply": whole_text(question.reply)}
    by = one_line(question.replied_by_name)
    return lay_out(
        "replied",
        PREFIXES[LetterKind.REPLIED] + told.line,
        foot(membership, LetterKind.REPLIED),
        told=told,
        by=by,
        asked_by=one_line(question.by_name),
        **said,
    )


def answered(escalation: Escalation, membership: Membership) -> Written:
    told = decision(escalation, membership.user)
    said = {}
    line = f"A decision on card {escalation.card.key}"
    if tells_text(escalation):
        line = told.line
        said = {"answer": whole_text(escalation.answer), "fact": one_line(escalation.fact)}
    return lay_out(
        "answered",
        PREFIXES[LetterKind.ANSWERED] + line,
        foot(membership, LetterKind.ANSWERED),
        told=told,
        by=one_line(escalation.settled_by_name),
        at=local(escalation.settled_at, membership.user.zone) if escalation.settled_at else "",
        **said,
    )


def lay_out(name: str, line: str, end: Foot, **shown: Any) -> Written:
    """`line` is the first line of the letter and, as far as it fits, its subject."""
    shown |= {"line": line, "subject": subject(line), "foot": end}
    text: str = render_to_string(f"mail/{name}.txt", shown)
    # Parts that are left out leave their empty lines behind.
    text = re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
    return Written(shown["subject"], text, render_to_string(f"mail/{name}.html", shown).strip() + "\n")
