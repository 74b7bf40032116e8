from typing import Any

from django.core.management.commands import migrate

from notes.management.one_at_a_time import one_at_a_time


class Command(migrate.Command):
    """Django's own, for any number of processes at once."""

    def handle(self, *args: Any, **options: Any) -> None:
        with one_at_a_time():
            super().handle(*args, **options)
