from django.db import models

from notes.models.actor import ActorKind
from notes.models.card import Card


class Refusal(models.Model):
    """A write that was turned down, with its problems; one that came too late (`late`) is kept whole."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="refusals")
    by_kind = models.CharField(max_length=10, choices=ActorKind.choices)
    by_name = models.CharField(max_length=80)
    at = models.DateTimeField()
    base_revision = models.PositiveIntegerField(null=True)
    problems = models.JSONField()
    late = models.BooleanField(default=False)
    text = models.TextField(blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["card", "-at"], name="refusal_newest_first"),
            # The digests look through the last days of all projects.
            models.Index(fields=["at"], name="refusal_by_time"),
        ]

    def __str__(self) -> str:
        return f"refused at {self.at}"
