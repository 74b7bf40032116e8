from django.conf import settings
from django.db import models

from notes.models.actor import ActorKind
from notes.models.card import Card


class Revision(models.Model):
    """One state of a note; never changed, never deleted.

    `origins` says for each line of `text` where it was born (see notes/rules/authors/origins.py).
    `parent` is the revision that the lines were compared with: in an imported history not always the last one.
    """

    card = models.ForeignKey(Card, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(default=0)
    format = models.CharField(max_length=14)
    author_kind = models.CharField(max_length=10, choices=ActorKind.choices)
    author_name = models.CharField(max_length=80)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    model = models.CharField(max_length=80, blank=True)
    round = models.PositiveIntegerField(null=True)
    written_at = models.DateTimeField()
    tokens = models.PositiveIntegerField()
    merged = models.BooleanField(default=False)
    restored = models.PositiveIntegerField(null=True)
    # Where an imported revision came from: a commit id, or digests of a file's place and content.
    source = models.CharField(max_length=64, blank=True)
    # Whether lines that a person wrote here are locked; in an imported history only where it was asked for.
    locks = models.BooleanField(default=True)
    # Last, since SQLite reads the pages of a long text to come to what stands behind it.
    text = models.TextField()
    origins = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["card", "number"], name="revision_number_once")]
        indexes = [
            models.Index(fields=["source"], condition=~models.Q(source=""), name="revision_by_source"),
            # Which revisions persons wrote, every write asks.
            models.Index(fields=["card", "author_kind", "number"], name="revision_by_author"),
        ]

    def __str__(self) -> str:
        return f"revision {self.number}"
