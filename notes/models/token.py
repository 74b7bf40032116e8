from django.conf import settings
from django.db import models
from django.db.models import Q

from notes.models.actor import ActorKind
from notes.models.project import Project


class Token(models.Model):
    """A key to one project for one actor. Only the SHA-256 digest of it is kept."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=10, choices=ActorKind.choices)
    name = models.CharField(max_length=80)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="tokens")
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="token_person_has_user",
                condition=Q(kind=ActorKind.PERSON, user__isnull=False)
                | (~Q(kind=ActorKind.PERSON) & Q(user__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"
