"""The token in a letter that turns letters of its kind off: signed, of one membership, good for ever."""

from django.core import signing

from notes.models import Membership
from notes.queries.recipients import SETTINGS, SWITCHES

SALT = "letters.off"


class NoSuchToken(LookupError):
    """It was not made here, or what it was made for is gone."""


def token_of(membership_id: int, kind: str) -> str:
    """Letters that obey one setting share it."""
    switch = next(each for each in SWITCHES if SETTINGS[each] == SETTINGS[kind])
    return signing.dumps([membership_id, switch], salt=SALT)


def read(token: str) -> tuple[Membership, str]:
    """The membership and the kind of letters."""
    try:
        pk, kind = signing.loads(token, salt=SALT)
        return Membership.objects.select_related("project", "user").get(pk=pk, user__is_active=True), kind
    except (signing.BadSignature, ValueError, Membership.DoesNotExist) as error:
        raise NoSuchToken from error
