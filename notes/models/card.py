from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower

from notes.models.project import Project
from notes.rules.rounds.headless import HEADLESS

key_validator = RegexValidator(
    r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}\Z",
    "Use 1 to 80 letters, digits, dots, hyphens and underscores, beginning with a letter or digit.",
)


# Pages of a project have these addresses.
RESERVED_KEYS = ("handoffs", "health", "settings")


def no_page_of_the_project(key: str) -> None:
    if key.lower() in RESERVED_KEYS:
        raise ValidationError(f"“{key}” is the address of a page of every project: choose another key.")


class CardKind(models.TextChoices):
    CARD = "card"
    DESIGN_BUILD = "design_build"
    PLANNER_TURN = "planner_turn"


class Format(models.TextChoices):
    NINE_SECTIONS = "nine_sections"
    SIX_FIELDS = "six_fields"
    TWELVE_FIELDS = "twelve_fields"
    FREE = "free"


class Card(models.Model):
    """One piece of work with one note. `revision` is the newest number, 0 before the first note."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="cards")
    key = models.CharField(max_length=80, validators=[key_validator, no_page_of_the_project])
    title = models.CharField(max_length=200)
    kind = models.CharField(max_length=12, choices=CardKind.choices, default=CardKind.CARD)
    format = models.CharField(max_length=14, choices=Format.choices, default=Format.NINE_SECTIONS)
    branch = models.CharField(max_length=200, blank=True)
    has_worktree = models.BooleanField(default=False)
    url = models.URLField(max_length=500, blank=True)
    revision = models.PositiveIntegerField(default=0)
    # Of the newest revision: other cards are compared with it, and lists show it, without a join.
    digest = models.CharField(max_length=64, blank=True)
    updated_by_kind = models.CharField(max_length=10, blank=True)
    updated_by_name = models.CharField(max_length=80, blank=True)
    updated_at = models.DateTimeField()
    created_at = models.DateTimeField()
    # Of the newest round that told of a commit: a note that is older is stale.
    last_commit_at = models.DateTimeField(null=True, blank=True)
    # Counts changes of line locks, so that what is rendered from a revision can be kept.
    locks_version = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint("project", Lower("key"), name="card_key_once")]
        indexes = [
            models.Index(fields=["project", "-updated_at", "-id"], name="card_newest_first"),
            models.Index(fields=["project", "digest"], name="card_by_digest"),
            models.Index(
                fields=["project", "-last_commit_at"],
                condition=models.Q(last_commit_at__gt=models.F("updated_at")),
                name="card_stale",
            ),
        ]

    @property
    def is_headless(self) -> bool:
        return self.kind in HEADLESS

    @property
    def is_stale(self) -> bool:
        return bool(self.revision and self.last_commit_at and self.last_commit_at > self.updated_at)

    def __str__(self) -> str:
        return f"{self.key} · {self.title}"
