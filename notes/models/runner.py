from django.db import models

from notes.models.project import Project
from notes.models.token import Token


class Runner(models.Model):
    """A program beside agents that puts notes into their work trees, by its token.

    `cards` are the keys, in small letters, whose work trees it has. `connection` names its socket and is empty while it
    has none; a socket that only looks open shows by `seen_at`.
    """

    token = models.OneToOneField(Token, models.CASCADE, related_name="runner")
    project = models.ForeignKey(Project, models.CASCADE, related_name="runners")
    name = models.CharField(max_length=80)
    protocol = models.PositiveSmallIntegerField()
    version = models.CharField(max_length=40)
    cards = models.JSONField(default=list)
    connection = models.CharField(max_length=32, blank=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"runner {self.name}"
