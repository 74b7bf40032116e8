from django.core.validators import RegexValidator
from django.db import models

slug_validator = RegexValidator(
    r"^[a-z0-9][a-z0-9-]{0,49}\Z",
    "Use 1 to 50 small letters, digits and hyphens, beginning with a letter or digit.",
)


class SessionContent(models.TextChoices):
    """Where the text of notes may be kept. `machine`: beside the agent alone; letters then hold no text of it."""

    SERVER = "server"
    MACHINE = "machine"


class Project(models.Model):
    slug = models.CharField(max_length=50, unique=True, validators=[slug_validator])
    name = models.CharField(max_length=100)
    # None: 3,000 tokens for the nine sections, no limit for the others.
    token_limit = models.PositiveIntegerField(null=True, blank=True)
    require_fact_sources = models.BooleanField(default=False)
    session_content = models.CharField(max_length=7, choices=SessionContent.choices, default=SessionContent.SERVER)
    # Its text is to go, and has not yet: whoever took it off was interrupted.
    purge_due = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    @property
    def shows_content(self) -> bool:
        """Whether text of its notes may be kept here, shown and sent."""
        return self.session_content == SessionContent.SERVER

    @property
    def holds_content(self) -> bool:
        """Whether there may be text of it here."""
        return self.shows_content or self.purge_due

    def __str__(self) -> str:
        return self.name
