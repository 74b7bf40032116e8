"""Letters as files, for a desk without a mail server: one each, that any mail program opens, by time of sending."""

import os
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class EmailBackend(BaseEmailBackend):
    def __init__(self, *args: Any, file_path: str | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.folder = Path(file_path or settings.EMAIL_FILE_PATH)  # type: ignore[misc]  # only where it is wanted

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            self._keep(message.message().as_bytes(linesep="\r\n"))  # type: ignore[call-arg]  # Django's own messages know it
        return len(email_messages)

    def _keep(self, content: bytes) -> None:
        """Whole or not at all: nobody opens half a letter, and a crash leaves none."""
        name = f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S.%f}-{secrets.token_hex(2)}"
        draft = self.folder / f".{name}"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(self.folder / f"{name}.eml")
