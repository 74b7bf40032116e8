"""Which letters need not be sent any more, and which one a later letter answers."""

from notes.models import Escalation, Letter
from notes.models.escalation import STANDING
from notes.models.letter import LetterKind, LetterState
from notes.queries import recipients

ANSWERS = (LetterKind.REPLIED, LetterKind.ANSWERED)
WAITS_FOR_AN_ANSWER = (LetterKind.RAISED, LetterKind.LATE, LetterKind.REPLIED)


def is_settled(letter: Letter) -> bool:
    """It would ask for an answer that has been given meanwhile."""
    if letter.kind not in WAITS_FOR_AN_ANSWER:
        return False
    return not Escalation.objects.filter(letters=letter, state__in=STANDING).exists()


def is_overtaken(letter: Letter) -> bool:
    """It was held back for so long that the letter about its being late says the same and more."""
    if letter.kind != LetterKind.RAISED:
        return False
    late = Letter.objects.filter(escalation=letter.escalation_id, user=letter.user_id, kind=LetterKind.LATE)
    if late.filter(state=LetterState.SENT).exists():
        return True
    # One that its reader has turned off by now will be dropped itself.
    comes = recipients.still_wants(letter.project_id, letter.user_id, LetterKind.LATE) is not None
    return comes and late.filter(state=LetterState.WAITING).exists()


def first_of(letter: Letter) -> Letter | None:
    """The letter by which this person was told of the decision, if it went out or may have."""
    if letter.escalation_id is None:
        return None
    told = Letter.objects.filter(escalation=letter.escalation_id, user=letter.user_id, pk__lt=letter.pk)
    before = told.filter(kind__in=(LetterKind.RAISED, LetterKind.LATE)).order_by("pk")
    return next((each for each in before.defer("text", "html") if may_have_arrived(each)), None)


def was_never_told(letter: Letter) -> bool:
    """It tells the end of something whose beginning this person has not heard of."""
    if letter.kind != LetterKind.ANSWERED:
        return False
    before = Letter.objects.filter(escalation=letter.escalation_id, user=letter.user_id).exclude(pk=letter.pk)
    return not any(may_have_arrived(each) for each in before.defer("text", "html"))


def answers_one_under_way(letter: Letter) -> bool:
    """A worker may be sending an earlier letter at this moment, or will."""
    if letter.kind not in ANSWERS:
        return False
    before = Letter.objects.filter(escalation=letter.escalation_id, user=letter.user_id, state=LetterState.WAITING)
    return before.filter(pk__lt=letter.pk).exists()


def may_have_arrived(letter: Letter) -> bool:
    """Sent; or a worker died, or a connection broke, between sending it and saying so."""
    return letter.state == LetterState.SENT or letter.may_be_out
