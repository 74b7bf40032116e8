from decimal import Decimal

from django.db import models

from notes.models.actor import ActorKind
from notes.models.card import Card
from notes.rules.rounds.pricing import saved_by


class Way(models.TextChoices):
    RESUME = "resume"
    FRESH = "fresh"


class Round(models.Model):
    """One run of an agent on a card: how it began and what that cost both ways, in dollars of the table's day.

    A cost is None where there was nothing to price, or no price. Token counts are the sender's; `note_tokens` are part
    of `fresh_tokens`, and None where nobody said so.
    """

    card = models.ForeignKey(Card, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    model = models.CharField(max_length=80)
    session_tokens = models.PositiveIntegerField(null=True)
    session_cache = models.CharField(max_length=4, blank=True)
    fresh_tokens = models.PositiveIntegerField()
    note_tokens = models.PositiveIntegerField(null=True)
    resume_cost = models.DecimalField(max_digits=14, decimal_places=6, null=True)
    fresh_cost = models.DecimalField(max_digits=14, decimal_places=6, null=True)
    prices_of = models.DateField()
    choice = models.CharField(max_length=6, choices=Way.choices)
    why = models.CharField(max_length=300)
    by_kind = models.CharField(max_length=10, choices=ActorKind.choices)
    by_name = models.CharField(max_length=80)
    at = models.DateTimeField()
    last_commit = models.CharField(max_length=64, blank=True)
    last_commit_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["card", "number"], name="round_number_once")]

    @property
    def saved(self) -> Decimal | None:
        """What the choice saves, where both ways have a price and it was not the dearer one."""
        return saved_by(self.choice, self.resume_cost, self.fresh_cost)

    def __str__(self) -> str:
        return f"round {self.number}"
