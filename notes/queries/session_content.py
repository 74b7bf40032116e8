"""What a project has on the desk that is text: all that goes when its text is to stay on the machine."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from notes.models import (
    Answer,
    Card,
    Escalation,
    Fact,
    Handoff,
    Letter,
    PendingSave,
    Project,
    Question,
    ReadBack,
    Refusal,
    Revision,
)
from notes.models.escalation import STANDS
from notes.models.letter import LetterState
from notes.rules.wording.counts import several


@dataclass(frozen=True, slots=True)
class Content:
    """Counts. `waiting` are decisions that nobody has taken yet, `unsent` letters that have not gone out, `saves` those
    that are on their way into a work tree.
    """

    cards: int
    revisions: int
    saves: int
    facts: int
    decisions: int
    waiting: int
    questions: int
    handoffs: int
    read_backs: int
    refusals: int
    letters: int
    unsent: int
    answers: int

    @property
    def is_there(self) -> bool:
        notes = (self.revisions, self.saves, self.facts, self.refusals)
        return any((*notes, self.decisions, self.handoffs, self.letters, self.answers))

    @property
    def lines(self) -> tuple[str, ...]:
        """What goes, in words; what there is nothing of is left out."""
        return tuple(_lines(self))


def content_of(project: Project) -> Content:
    of_project = {"project": project}
    of_cards = {"card__project": project}
    return Content(
        cards=Card.objects.filter(**of_project, revision__gt=0).count(),
        revisions=texts(project).count(),
        saves=PendingSave.objects.filter(**of_cards).exclude(text="").count(),
        facts=Fact.objects.filter(**of_cards).count(),
        decisions=Escalation.objects.filter(**of_project).count(),
        waiting=Escalation.objects.filter(STANDS, **of_project).count(),
        questions=Question.objects.filter(escalation__project=project).count(),
        handoffs=Handoff.objects.filter(**of_project).count(),
        read_backs=ReadBack.objects.filter(handoff__project=project).count(),
        refusals=Refusal.objects.filter(**of_cards).count(),
        letters=Letter.objects.filter(**of_project).count(),
        unsent=Letter.objects.filter(**of_project, state=LetterState.WAITING).count(),
        answers=Answer.objects.filter(token__project=project).count(),
    )


def texts(project: Project) -> QuerySet[Revision, Any]:
    """The revisions whose text is on the desk."""
    return Revision.objects.filter(card__project=project).exclude(text="")


def _lines(found: Content) -> Iterator[str]:
    if found.revisions:
        yield f"the notes of {several(found.cards, 'card')}: the text of {several(found.revisions, 'revision')}"
    if found.saves:
        yield f"the text of {several(found.saves, 'save')} into a work tree that is not settled yet"
    if found.facts:
        yield f"{several(found.facts, 'fact')}, with their values, sources and trails"
    if found.decisions:
        waiting = f"; those that still wait ({found.waiting:,}) are withdrawn" if found.waiting else ""
        yield f"question, options, evidence and answer of {several(found.decisions, 'decision')}{waiting}"
    if found.questions:
        yield f"{several(found.questions, 'question')} asked back, with the replies"
    if found.handoffs:
        yield f"{several(found.handoffs, 'handoff')}, with {several(found.read_backs, 'read-back')}"
    if found.refusals:
        yield f"{several(found.refusals, 'refused or late write')}"
    if found.letters:
        unsent = f", {found.unsent:,} of them not sent yet" if found.unsent else ""
        yield f"{several(found.letters, 'letter')}{unsent}, with their files where letters are files"
    if found.answers:
        yield f"{several(found.answers, 'answer')} kept for calls that are sent again"
    if found.revisions:
        yield "what is kept of rendered notes for speed"
