from django.conf import settings
from django.db import models
from django.db.models import Q

from notes.models.escalation import Escalation
from notes.models.project import Project


class LetterKind(models.TextChoices):
    RAISED = "raised"
    LATE = "late"
    REPLIED = "replied"
    ANSWERED = "answered"
    REFUSALS = "refusals"


class LetterState(models.TextChoices):
    """Dropped: it had become pointless before it could be sent, such as when the decision was taken meanwhile."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"
    DROPPED = "dropped"


class Letter(models.Model):
    """The outbox: a letter is written in the transaction of what it tells, and sent by a worker afterwards.

    A worker takes a letter by a lease, sends it and marks it; one whose lease ran out is taken again.
    """

    project = models.ForeignKey(Project, models.CASCADE, related_name="letters")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="letters")
    escalation = models.ForeignKey(Escalation, models.CASCADE, null=True, related_name="letters")
    kind = models.CharField(max_length=8, choices=LetterKind.choices)
    # Of a digest: the last day that it tells of.
    day = models.DateField(null=True)
    subject = models.CharField(max_length=120)
    text = models.TextField()
    html = models.TextField()
    state = models.CharField(max_length=7, choices=LetterState.choices, default=LetterState.WAITING)
    at = models.DateTimeField()
    # Quiet hours, a pause after a failure, or the lease of the worker that has it now.
    not_before = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    # A worker began to send it, and no server has said that it did not take it.
    may_be_out = models.BooleanField(default=False)
    error = models.CharField(max_length=300, blank=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["escalation", "user", "kind"],
                # One decision may see several questions, and so several replies.
                condition=Q(escalation__isnull=False) & ~Q(kind=LetterKind.REPLIED),
                name="letter_once",
            ),
            models.UniqueConstraint(
                fields=["project", "user", "day"], condition=Q(day__isnull=False), name="letter_digest_once"
            ),
        ]
        indexes = [
            models.Index(fields=["not_before"], condition=Q(state=LetterState.WAITING), name="letter_to_send"),
            # Counted for whoever watches the desk, without reading the letters.
            models.Index(fields=["state"], name="letter_by_state"),
        ]

    def __str__(self) -> str:
        return f"letter {self.pk}"
