from django.conf import settings
from django.db import models
from django.db.models import Q

from notes.models.card import Card, Format


class SaveState(models.TextChoices):
    UNDER_WAY = "under_way"
    SAVED = "saved"
    FAILED = "failed"


class PendingSave(models.Model):
    """What a person saved, on its way to the card's work tree: it becomes a revision when a runner has applied it.

    `text` is what the note will be, and is gone once that is decided; all up to revision `base` is in it.
    """

    card = models.ForeignKey(Card, models.CASCADE, related_name="pending_saves")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    text = models.TextField(blank=True)
    digest = models.CharField(max_length=64)
    base = models.PositiveIntegerField()
    format = models.CharField(max_length=14, choices=Format.choices)
    confirm = models.JSONField(default=list)
    # The number of the earlier revision that the person brings back, where it is one.
    restored = models.PositiveIntegerField(null=True)
    state = models.CharField(max_length=9, choices=SaveState.choices, default=SaveState.UNDER_WAY)
    why = models.CharField(max_length=300, blank=True)
    revision = models.PositiveIntegerField(null=True)
    merged = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["card"], condition=Q(state=SaveState.UNDER_WAY), name="one_save_under_way"),
        ]

    def __str__(self) -> str:
        return f"save {self.pk}: {self.state}"
