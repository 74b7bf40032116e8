from collections.abc import Iterator

import pytest
from django.conf import LazySettings

from tests.mail.server import Handler, smtp_server


@pytest.fixture
def smtp(settings: LazySettings) -> Iterator[Handler]:
    """A mail server that the desk is set to use."""
    with smtp_server() as (handler, port):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.EMAIL_TIMEOUT = 10
        yield handler
