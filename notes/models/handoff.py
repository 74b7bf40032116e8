from django.db import models

from notes.models.actor import ActorKind
from notes.models.card import Card
from notes.models.project import Project


class HandoffKind(models.TextChoices):
    AGENT = "agent"
    SESSION = "session"
    PERSON = "person"


class HandoffState(models.TextChoices):
    """Sent is not received: only a read-back that matches, or a person who says so, makes it accepted."""

    SENT = "sent"
    ACCEPTED = "accepted"
    STOPPED = "stopped"


class Handoff(models.Model):
    """Work handed on. What the receiver is to know is frozen here, and read back against it.

    `facts` is what stood then, by name: `[{name, value, kind, source}]`, and `disputed` beside those that a rival
    stood against. It is settled by who read it back exactly, by the person who has it, or by the try that stopped it.
    """

    project = models.ForeignKey(Project, models.CASCADE, related_name="handoffs")
    card = models.ForeignKey(Card, models.CASCADE, related_name="handoffs")
    kind = models.CharField(max_length=7, choices=HandoffKind.choices)
    to = models.CharField(max_length=80)
    revision = models.PositiveIntegerField()
    facts = models.JSONField()
    next_action = models.TextField(blank=True)
    # Where the full record of the sender's run is kept; people only.
    trace = models.CharField(max_length=500, blank=True)
    state = models.CharField(max_length=8, choices=HandoffState.choices, default=HandoffState.SENT)
    # The decision that its second failure asked for; one that stood already may take several handoffs.
    escalation = models.ForeignKey("notes.Escalation", models.SET_NULL, null=True, related_name="stopped")
    by_kind = models.CharField(max_length=10, choices=ActorKind.choices)
    by_name = models.CharField(max_length=80)
    at = models.DateTimeField()
    settled_by_kind = models.CharField(max_length=10, choices=ActorKind.choices, blank=True)
    settled_by_name = models.CharField(max_length=80, blank=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["project", "-id"], name="handoff_newest_first"),
            models.Index(fields=["card", "-id"], name="handoff_of_card"),
            models.Index(fields=["project", "state", "-id"], name="handoff_by_state"),
        ]

    def __str__(self) -> str:
        return f"{self.by_name} → {self.to}"
