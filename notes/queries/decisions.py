"""The decisions that wait, most pressing first: of all projects of a person, however many were settled."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Value, When

from notes.models import Escalation, Membership, Project, Role, User
from notes.models.escalation import STANDS, EscalationState
from notes.models.handoff import HandoffState
from notes.queries.escalations import OnIt, on_it
from notes.queries.letters import told_of
from notes.queries.worth_a_look import Looks, worth_a_look
from notes.rules.decisions.escalations import IMPACTS
from notes.rules.decisions.triage import is_late, rank
from notes.rules.letters.telling import Telling, Told

# So many are read, and of each group so many shown.
LOOKED_AT, SHOWN = 200, 50
ANSWERING = Role.REVIEWER.and_more
OPEN = Q(state=EscalationState.OPEN)


@dataclass(frozen=True, slots=True)
class Waiting:
    """`stopped` is whose work stands still until it is answered; `nobody_told`: no letter could be sent."""

    escalation: Escalation
    project: Project
    late: bool
    questioned: bool
    stopped: str
    on_it: OnIt | None
    nobody_told: bool


@dataclass(frozen=True, slots=True)
class Group:
    rows: tuple[Waiting, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Decisions:
    """`yours` counts those that wait for an answer which the person may give."""

    projects: int
    yours: int
    late: Group
    waiting: Group
    questioned: Group
    looks: Looks

    @property
    def stands(self) -> bool:
        return bool(self.late.rows or self.waiting.rows or self.questioned.rows)


def decisions(user: User, now: datetime) -> Decisions:
    """Six queries."""
    members = list(Membership.objects.filter(user=user).select_related("project"))
    projects = {member.project_id: member.project for member in members}
    answering = [member.project_id for member in members if member.role in ANSWERING]
    found = _most_pressing(projects, now)
    counts = _counts(projects, answering, now)
    late = [row for row in found if row.late]
    in_time = [row for row in found if not row.late]
    return Decisions(
        projects=len(projects),
        yours=counts["yours"],
        late=_group(late, counts["late"]),
        waiting=_group([row for row in in_time if not row.questioned], counts["waiting"]),
        questioned=_group([row for row in in_time if row.questioned], counts["questioned"]),
        looks=worth_a_look(projects),
    )


def waiting_for(user: User, now: datetime) -> int:
    """How many decisions wait for an answer that this person may give."""
    mine = Q(project__memberships__user=user, project__memberships__role__in=ANSWERING)
    return Escalation.objects.filter(STANDS, mine, OPEN | Q(due_at__lte=now)).count()


def _standing(projects: Collection[int]) -> QuerySet[Escalation]:
    return Escalation.objects.filter(STANDS, project__in=projects)


def _most_pressing(projects: dict[int, Project], now: datetime) -> list[Waiting]:
    """Read in the order of the rule as far as the database can tell it, and put in order by the rule."""
    weight = Case(
        *(When(impact=impact, then=Value(index)) for index, impact in enumerate(IMPACTS)),
        default=Value(len(IMPACTS)),
        output_field=IntegerField(),
    )
    rows = _standing(projects).select_related("card", "handoff", "claimed_by", "assignee")
    read = rows.order_by(F("due_at").asc(nulls_last=True), weight, "at")[:LOOKED_AT]
    found = sorted(read, key=lambda each: rank(each.due_at, each.impact, each.at, now))
    telling = told_of(found)
    return [_waiting(each, projects[each.project_id], telling[each.pk], now) for each in found]


def _waiting(escalation: Escalation, project: Project, telling: Telling, now: datetime) -> Waiting:
    handoff = escalation.handoff
    return Waiting(
        escalation=escalation,
        project=project,
        late=is_late(escalation.due_at, now),
        questioned=escalation.state == EscalationState.QUESTIONED,
        stopped=handoff.to if handoff and handoff.state == HandoffState.STOPPED else "",
        on_it=on_it(escalation, now),
        nobody_told=telling.told is Told.NOBODY,
    )


def _counts(projects: Collection[int], answering: Iterable[int], now: datetime) -> dict[str, int]:
    late = Q(due_at__lte=now)
    in_time = Q(due_at=None) | Q(due_at__gt=now)
    counts: dict[str, int] = _standing(projects).aggregate(
        yours=Count("pk", filter=Q(project__in=answering) & (OPEN | late)),
        late=Count("pk", filter=late),
        waiting=Count("pk", filter=in_time & OPEN),
        questioned=Count("pk", filter=in_time & ~OPEN),
    )
    return counts


def _group(rows: list[Waiting], count: int) -> Group:
    shown = rows[:SHOWN]
    return Group(tuple(shown), max(count - len(shown), 0))
