from django.conf import settings
from django.db import models

from notes.models.actor import Role
from notes.models.project import Project


class Membership(models.Model):
    project = models.ForeignKey(Project, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)
    # Which letters of this project the person wants; who gets any at all follows from the role.
    mail_raised = models.BooleanField(default=True)
    mail_late = models.BooleanField(default=True)
    mail_answered = models.BooleanField(default=True)
    mail_refusals = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "user"], name="membership_once")]

    def __str__(self) -> str:
        return f"{self.user} in {self.project}: {self.role}"
