from django.conf import settings
from django.db import models
from django.db.models import Q

from notes.models.actor import ActorKind
from notes.models.card import Card
from notes.models.handoff import Handoff
from notes.models.project import Project


class Cause(models.TextChoices):
    READBACK_FAILED = "readback_failed"
    SOURCES_DISAGREE = "sources_disagree"
    OPEN_QUESTION = "open_question"
    ASKED = "asked"


# What the desk finds out by itself. A program sees it asked, and did not ask it.
ASKED_BY_DESK = (Cause.READBACK_FAILED, Cause.SOURCES_DISAGREE)


class Impact(models.TextChoices):
    MONEY = "money"
    ELIGIBILITY = "eligibility"
    DEADLINE = "deadline"
    OTHER = "other"


class EscalationState(models.TextChoices):
    """Questioned: a person asked back, and the agent is to reply. Both of the first two can be answered."""

    OPEN = "open"
    QUESTIONED = "questioned"
    ANSWERED = "answered"
    WITHDRAWN = "withdrawn"


STANDING = (EscalationState.OPEN, EscalationState.QUESTIONED)
# For reading across cards. SQLite takes the index of what stands only where it reads its condition word for word,
# and states come to it as parameters.
STANDS = Q(state__in=STANDING, settled_at=None)


class Escalation(models.Model):
    """One decision that only a person can take. Exactly one answer wins, and none comes by itself.

    `options`, `evidence` and `untrusted` are lists of {value, source} or {text, source}. `shown` is
    the exact text that was on the screen when the answer was given.
    """

    project = models.ForeignKey(Project, models.CASCADE, related_name="escalations")
    card = models.ForeignKey(Card, models.CASCADE, related_name="escalations")
    # The last one that came to it: what its receiver read back is shown.
    handoff = models.ForeignKey(Handoff, models.SET_NULL, null=True, related_name="+")
    decision = models.CharField(max_length=300)
    cause = models.CharField(max_length=16, choices=Cause.choices)
    impact = models.CharField(max_length=11, choices=Impact.choices, default=Impact.OTHER)
    options = models.JSONField(default=list)
    # The fact that the answer becomes, if any.
    fact = models.CharField(max_length=80, blank=True)
    fact_kind = models.CharField(max_length=12, blank=True)
    evidence = models.JSONField(default=list)
    untrusted = models.JSONField(default=list)
    due_at = models.DateTimeField(null=True)
    state = models.CharField(max_length=10, choices=EscalationState.choices, default=EscalationState.OPEN)
    by_kind = models.CharField(max_length=10, choices=ActorKind.choices)
    by_name = models.CharField(max_length=80)
    at = models.DateTimeField()
    reminded_at = models.DateTimeField(null=True)
    assignee = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="assigned")
    claimed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    claimed_until = models.DateTimeField(null=True)
    answer = models.TextField(blank=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    settled_by_kind = models.CharField(max_length=10, choices=ActorKind.choices, blank=True)
    settled_by_name = models.CharField(max_length=80, blank=True)
    settled_at = models.DateTimeField(null=True)
    shown = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["card", "fact"], condition=Q(state__in=STANDING) & ~Q(fact=""), name="escalation_of_fact_once"
            ),
        ]
        indexes = [
            # Pages ask for what stands; what was settled may be any number.
            models.Index(fields=["project"], condition=Q(settled_at=None), name="escalation_standing"),
            models.Index(fields=["card"], condition=Q(settled_at=None), name="escalation_standing_card"),
            models.Index(fields=["card", "-id"], name="escalation_of_card"),
        ]

    @property
    def stands(self) -> bool:
        """Whether it can still be answered."""
        return self.state in STANDING

    def __str__(self) -> str:
        return f"decision {self.pk}"
