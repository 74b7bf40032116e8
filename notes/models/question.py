from django.conf import settings
from django.db import models

from notes.models.actor import ActorKind
from notes.models.escalation import Escalation


class Question(models.Model):
    """What a person asked back before deciding, and what the agent replied."""

    escalation = models.ForeignKey(Escalation, models.CASCADE, related_name="questions")
    text = models.TextField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=80)
    at = models.DateTimeField()
    reply = models.TextField(blank=True)
    replied_by_kind = models.CharField(max_length=10, choices=ActorKind.choices, blank=True)
    replied_by_name = models.CharField(max_length=80, blank=True)
    replied_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            # The agent answers one question before the next is asked.
            models.UniqueConstraint(
                fields=["escalation"], condition=models.Q(replied_at=None), name="question_open_once"
            ),
        ]

    def __str__(self) -> str:
        return f"question of {self.at}"
