"""PostgreSQL as Django has it, with a pool that gets over a restart of the server at once."""

from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Nobody is given a connection that has ended while it lay in the pool.

    Django's own health checks leave the others of its age where they are and wait longer before each: with ten of them
    the first requests after a restart fail.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        while self.pool and not _answers(connection):
            self.pool.putconn(connection)
            self.pool.drain()
            connection = self.pool.getconn()
        return connection


def _answers(connection: Any) -> bool:
    try:
        ConnectionPool.check_connection(connection)
    except psycopg.OperationalError:
        return False
    return True
