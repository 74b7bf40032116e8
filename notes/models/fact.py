from django.db import models
from django.db.models import Q

from notes.models.actor import ActorKind
from notes.models.card import Card


class FactState(models.TextChoices):
    CURRENT = "current"
    SUPERSEDED = "superseded"
    # Said by another source while a different value was current; a person has not decided yet.
    RIVAL = "rival"
    # What became of a rival: a person took its value, or did not, or its source came round. It never stood.
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


# What a reader of the card goes by: the value that stands, and those that other sources hold against it.
SAID_NOW = (FactState.CURRENT, FactState.RIVAL)


class Fact(models.Model):
    """A must-carry value and its source. One current value per name; the old ones stay as its trail."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="facts")
    name = models.CharField(max_length=80)
    value = models.CharField(max_length=500)
    kind = models.CharField(max_length=12)
    source = models.CharField(max_length=500, blank=True)
    state = models.CharField(max_length=10, choices=FactState.choices, default=FactState.CURRENT)
    by_kind = models.CharField(max_length=10, choices=ActorKind.choices)
    by_name = models.CharField(max_length=80)
    set_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["card", "name"], condition=Q(state=FactState.CURRENT), name="fact_current_once"
            ),
        ]
        indexes = [models.Index(fields=["card", "name", "id"], name="fact_trail")]

    def __str__(self) -> str:
        return self.name
