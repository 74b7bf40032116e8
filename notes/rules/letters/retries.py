"""What becomes of a letter that a mail server did not take: tried again after a pause, or given up."""

from datetime import timedelta
from enum import StrEnum
from itertools import chain, repeat


class Stage(StrEnum):
    """How far the talk with the mail server had come."""

    CONNECTING = "connecting"
    SIGNING_IN = "signing in"
    SENDER = "sender"
    RECIPIENT = "recipient"
    TEXT = "text"


class Trouble(StrEnum):
    """Whose trouble it is: it passes, it is the desk's own, or this letter cannot be delivered ever."""

    PASSING = "passing"
    DESK = "desk"
    LETTER = "letter"


MINUTES = (1, 2, 5, 10, 20, 40, 60, 120)
HOURS_AT_LAST = 4
# With the pauses above, about three days.
TIMES_AT_LAST = 17
# “Sign in first”, “your password is wrong” and their like are said at any stage.
ABOUT_SIGNING_IN = frozenset({530, 534, 535, 538})


def pause(attempts: int) -> timedelta | None:
    """How long to wait after so many attempts; None where it is given up."""
    pauses = list(chain(MINUTES, repeat(HOURS_AT_LAST * 60, TIMES_AT_LAST)))
    return timedelta(minutes=pauses[attempts - 1]) if 1 <= attempts <= len(pauses) else None


def trouble(stage: Stage, code: int | None) -> Trouble:
    """`code` is what the server said, None where it said nothing."""
    if code is None or not 500 <= code <= 599:
        return Trouble.PASSING
    if code in ABOUT_SIGNING_IN or stage not in (Stage.RECIPIENT, Stage.TEXT):
        return Trouble.DESK
    return Trouble.LETTER


def says(stage: Stage, code: int | None) -> str:
    """For people who wonder why nobody was told. What else a server says may hold addresses, and stays with it."""
    if code is None:
        return "The mail server cannot be reached, or does not answer."
    if trouble(stage, code) is Trouble.DESK:
        what = "sender" if stage is Stage.SENDER and code not in ABOUT_SIGNING_IN else "sign-in"
        what = "connection" if stage is Stage.CONNECTING and code not in ABOUT_SIGNING_IN else what
        return f"The mail server refuses the desk's own {what} ({code}). Whoever runs the desk puts EMAIL_URL right."
    if trouble(stage, code) is Trouble.LETTER:
        what = "address" if stage is Stage.RECIPIENT else "letter"
        return f"The mail server refused the {what} for good ({code})."
    return f"The mail server asked to try again later ({code})."
