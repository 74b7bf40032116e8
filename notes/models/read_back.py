from django.db import models

from notes.models.actor import ActorKind
from notes.models.handoff import Handoff


class ReadBack(models.Model):
    """One try of a receiver to say back what it was handed; the right ones are kept like the wrong ones.

    `facts` is what came, by name; `next_action` is None where it was left out; `problems` as in a Refusal.
    """

    handoff = models.ForeignKey(Handoff, models.CASCADE, related_name="read_backs")
    number = models.PositiveSmallIntegerField()
    facts = models.JSONField()
    next_action = models.TextField(null=True)  # left out is not the same as empty
    problems = models.JSONField()
    by_kind = models.CharField(max_length=10, choices=ActorKind.choices)
    by_name = models.CharField(max_length=80)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["handoff", "number"], name="read_back_once")]

    def __str__(self) -> str:
        return f"try {self.number}"
