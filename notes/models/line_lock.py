from django.db import models

from notes.models.card import Card


class LineLock(models.Model):
    """What an operator said of a line, named by its birth: an agent's locked, a person's handed back."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="line_locks")
    revision = models.PositiveIntegerField()
    line = models.PositiveIntegerField()
    locked = models.BooleanField()
    by_name = models.CharField(max_length=80)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["card", "revision", "line"], name="line_lock_once")]

    def __str__(self) -> str:
        return f"r{self.revision}-{self.line} {'locked' if self.locked else 'handed back'}"
