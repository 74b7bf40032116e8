"""What became of letters: for a decision, and for a person."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from notes.models import Escalation, Letter, User
from notes.models.letter import LetterKind, LetterState
from notes.rules.letters.telling import Sent, Telling, telling

# These tell somebody that a decision waits for them.
TELLS = (LetterKind.RAISED, LetterKind.LATE)
SHOWN_FOR = timedelta(days=30)
MOST_SHOWN = 20


def told(escalation: Escalation) -> Telling:
    """Whether anybody has been told of this decision, and why not."""
    return told_of([escalation])[escalation.pk]


def told_of(escalations: Iterable[Escalation]) -> dict[int, Telling]:
    """The same for many at once, by one query."""
    ids = [escalation.pk for escalation in escalations]
    rows = Letter.objects.filter(escalation__in=ids, kind__in=TELLS).order_by("pk")
    by_person: dict[int, dict[int, Sent]] = defaultdict(dict)
    for pk, user, state, error in rows.values_list("escalation", "user", "state", "error"):
        # Of one person's letters the one that arrived counts, else the newest.
        if user not in by_person[pk] or by_person[pk][user].state != LetterState.SENT:
            by_person[pk][user] = Sent(state, error)
    return {pk: telling(list(by_person[pk].values())) for pk in ids}


def undelivered(user: User, now: datetime) -> QuerySet[Letter]:
    """The newest letters of this person that could not be delivered."""
    failed = Letter.objects.filter(user=user, state=LetterState.FAILED, at__gte=now - SHOWN_FOR)
    return failed.defer("text", "html").select_related("project").order_by("-at")[:MOST_SHOWN]
