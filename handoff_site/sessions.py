"""Sessions in the database, which is not asked for what can be none: PostgreSQL fails at some of that."""

from django.contrib.sessions.backends import db

from notes.queries.sign_ins import KEY


class SessionStore(db.SessionStore):
    """What is stored is signed with the name of this class, which is Django's."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and KEY.fullmatch(key))
