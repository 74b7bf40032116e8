"""Numbers out of addresses and forms, which may hold anything."""

from django.urls.converters import IntConverter

LARGEST = 2**31 - 1  # what the databases hold


class RevisionNumber(IntConverter):
    """In an address; what has more digits is the number of nothing."""

    regex = "[0-9]{1,9}"


class RowNumber(IntConverter):
    """The number of a row in an address, as large as the databases count."""

    regex = "[0-9]{1,18}"


def whole_number(text: str) -> int | None:
    """None where there is no number; one that is too large stands for the largest, which nothing has."""
    if not text.isdecimal():
        return None
    return LARGEST if len(text) > len(str(LARGEST)) else min(int(text), LARGEST)
