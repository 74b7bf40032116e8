"""Who must hear of something: by role, by their own settings, and never someone who has left."""

from django.db.models import QuerySet

from notes.models import Escalation, Letter, Membership, Question, Role
from notes.models.letter import LetterKind, LetterState
from notes.queries import access

# The setting that a kind of letter obeys: a reply makes a decision wait for a person again.
SETTINGS: dict[str, str] = {
    LetterKind.RAISED: "mail_raised",
    LetterKind.LATE: "mail_late",
    LetterKind.REPLIED: "mail_raised",
    LetterKind.ANSWERED: "mail_answered",
    LetterKind.REFUSALS: "mail_refusals",
}
LEAST_ROLES: dict[str, Role] = {
    LetterKind.RAISED: Role.REVIEWER,
    LetterKind.LATE: Role.REVIEWER,
    LetterKind.REPLIED: Role.REVIEWER,
    LetterKind.ANSWERED: Role.REVIEWER,
    LetterKind.REFUSALS: Role.OPERATOR,
}
SWITCHES = (LetterKind.RAISED, LetterKind.LATE, LetterKind.ANSWERED, LetterKind.REFUSALS)


def wanting(project_id: int, kind: str) -> QuerySet[Membership]:
    """The members of a project who get letters of this kind."""
    return access.members_from(project_id, LEAST_ROLES[kind]).filter(**{SETTINGS[kind]: True}).order_by("pk")


def of_decision(escalation: Escalation, kind: str) -> QuerySet[Membership]:
    """The one it was given to, else everyone who may answer."""
    found = wanting(escalation.project_id, kind)
    return found.filter(user=escalation.assignee_id) if escalation.assignee_id else found


def of_reply(question: Question) -> QuerySet[Membership]:
    """Who asked; where they are gone, those of the decision."""
    escalation = question.escalation
    asked = wanting(escalation.project_id, LetterKind.REPLIED).filter(user=question.user_id)
    return asked if question.user_id and asked.exists() else of_decision(escalation, LetterKind.REPLIED)


def of_answer(escalation: Escalation) -> QuerySet[Membership]:
    """Those who were told of the decision, or may be at this moment, but not who answered it."""
    told = Letter.objects.filter(escalation=escalation, state__in=(LetterState.SENT, LetterState.WAITING))
    heard = wanting(escalation.project_id, LetterKind.ANSWERED).filter(user__in=told.values("user"))
    return heard.exclude(user=escalation.settled_by_id) if escalation.settled_by_id else heard


def still_wants(project_id: int, user_id: int, kind: str) -> Membership | None:
    """The membership for which a letter is sent, unless the person left or wants none of that kind by now."""
    return wanting(project_id, kind).filter(user=user_id).first()


def switches_of(role: Role) -> list[str]:
    """The kinds of letters that a person of this role gets and can turn off."""
    return [kind for kind in SWITCHES if role.includes(LEAST_ROLES[kind])]
