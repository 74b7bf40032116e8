from django.db import models

from notes.models.actor import ActorKind
from notes.models.card import Card
from notes.models.project import Project


class Event(models.Model):
    """The history of a project: what happened, by whom, when. Only ever added to; holds no text of notes."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="events")
    card = models.ForeignKey(Card, models.CASCADE, null=True, related_name="events")
    verb = models.CharField(max_length=40)
    by_kind = models.CharField(max_length=10, choices=ActorKind.choices)
    by_name = models.CharField(max_length=80)
    at = models.DateTimeField()
    data = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["project", "id"], name="event_in_order")]

    def __str__(self) -> str:
        return self.verb
