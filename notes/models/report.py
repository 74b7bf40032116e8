from django.db import models

from notes.models.revision import Revision


class Report(models.Model):
    """Of a revision whose text is not on the desk: what the machine that keeps it told, or what a purge left of it.

    `lines` counts by the kind of author. `sections` and `locked` are None where nobody counted.
    """

    revision = models.OneToOneField(Revision, models.CASCADE, primary_key=True, related_name="report")
    bytes = models.PositiveIntegerField()
    lines = models.JSONField()
    sections = models.PositiveIntegerField(null=True)
    locked = models.PositiveIntegerField(null=True)

    def __str__(self) -> str:
        return f"report of {self.revision_id}"
