from django.db import models


class ActorKind(models.TextChoices):
    """Who wrote. Comes from the login or the token, never from what was sent."""

    PERSON = "person"
    AGENT = "agent"
    SUMMARISER = "summariser"
    RUNNER = "runner"
    UNKNOWN = "unknown"
