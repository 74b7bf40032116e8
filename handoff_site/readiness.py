"""Whether this process can do its work: the database answers, and is as new as the code."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor

# A load balancer waits no longer; a database that hangs keeps one thread, however many ask.
SECONDS = 2


@dataclass(frozen=True, slots=True)
class Missing:
    name: str
    says: str


DATABASE = Missing("database", "The database does not answer.")
MIGRATIONS = Missing("migrations", "The database is older than this process: run `manage.py migrate`.")


class Readiness:
    """All who ask while one look is under way share what it finds."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="readiness")
        self._look: asyncio.Future[Missing | None] | None = None
        # What was brought up to date stays so while this process runs.
        self._is_up_to_date = False

    async def missing(self) -> Missing | None:
        if self._look is None or self._look.done():
            self._look = asyncio.get_running_loop().run_in_executor(self._thread, self._find)
        try:
            return await asyncio.wait_for(asyncio.shield(self._look), SECONDS)
        except TimeoutError:
            return DATABASE

    def _find(self) -> Missing | None:
        try:
            if self._is_up_to_date:
                _ask()
            else:
                self._is_up_to_date = is_up_to_date()
        except Error:
            return DATABASE
        finally:
            connection.close_if_unusable_or_obsolete()
        return None if self._is_up_to_date else MIGRATIONS


def _ask() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")


def is_up_to_date() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
