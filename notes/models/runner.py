from django.db import models

from notes.models.project import Project
from notes.models.token import Token


class Runner(models.Model):
    """A program beside agents that puts notes into their work trees, as long as its connection is open.

    `cards` are the keys, in small letters, whose work trees it has. One that only looks connected shows by `seen_at`.
    """

    token = models.ForeignKey(Token, models.CASCADE, related_name="runners")
    project = models.ForeignKey(Project, models.CASCADE, related_name="runners")
    name = models.CharField(max_length=80)
    protocol = models.PositiveSmallIntegerField()
    version = models.CharField(max_length=40)
    cards = models.JSONField(default=list)
    connection = models.CharField(max_length=32, unique=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"runner {self.name}"
