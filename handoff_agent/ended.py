"""How a command ends: one of four exit codes, and what is said on stderr, a line for each reason."""

from collections.abc import Iterable

DONE, REFUSED, WRONG_USE, AWAY = 0, 1, 2, 3


class Ended(Exception):
    """Stops the command here. `out` goes to stdout as it is."""

    def __init__(self, code: int, says: Iterable[str], out: str = "") -> None:
        super().__init__(code)
        self.code, self.says, self.out = code, tuple(says), out


def refused(*says: str, out: str = "") -> Ended:
    return Ended(REFUSED, says, out)


def wrong_use(*says: str) -> Ended:
    return Ended(WRONG_USE, says)


class Away(Exception):
    """The desk cannot be reached, or what answers at its address is no desk; `why` goes into a sentence."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
