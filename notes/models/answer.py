from django.db import models

from notes.models.token import Token


class Answer(models.Model):
    """The first answer to a write that carried an Idempotency-Key; the same key and body get it again.

    Only digests are kept: a key is for its sender to choose, and may be a secret.
    """

    token = models.ForeignKey(Token, models.CASCADE, related_name="answers")
    key_digest = models.CharField(max_length=64)
    request_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    body = models.JSONField()
    headers = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["token", "key_digest"], name="answer_once")]

    def __str__(self) -> str:
        return self.key_digest
