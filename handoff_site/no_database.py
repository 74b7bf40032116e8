"""What a command says where the database is in its way: what is wrong, and what to do about it."""

from django.db import Error, connection

from handoff_site.readiness import MIGRATIONS, is_up_to_date

BUSY = (
    "The database is busy: something else has been writing to it for a long time. What this command had not written "
    "yet is not written: run it again once that has ended."
)


def why(error: Error) -> str | None:
    """None where the database is well: then something is wrong with the command."""
    if "database is locked" in str(error):
        return BUSY
    try:
        return None if is_up_to_date() else MIGRATIONS.says
    except Error:
        return f"The database does not answer: {_reason()}. Does it run, and does DATABASE_URL lead to it?"


def _reason() -> str:
    """A pool tells only how long it has tried."""
    alone = connection.copy()
    alone.settings_dict["OPTIONS"].pop("pool", None)
    try:
        alone.ensure_connection()
    except Error as error:
        return str(error).strip().partition("\n")[0]
    finally:
        alone.close()
    return "it did not a moment ago"
