"""The kinds of value that a fact can have: a kind asks for a shape, the value stays the exact string."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time

DEFAULT_KIND = "text"

_WHOLE = r"-?(?:0|[1-9][0-9]*)"
_NUMBER = rf"{_WHOLE}(?:\.[0-9]+)?"
_UNIT = r"(?:[^\W\d_]|[%‰°′″$¢£¥€₩₪₫₱₹₺₽₿])[^\s,;:]{0,20}(?: [^\s,;:]{1,20}){0,2}"
_UNIT_BEFORE = r"(?:[^\W\d_]{1,12}\.?|[$¢£¥€₩₪₫₱₹₺₽₿])"

_WHOLE_NUMBER = re.compile(_WHOLE)
_DECIMAL = re.compile(rf"{_NUMBER} ?{_UNIT}|{_UNIT_BEFORE} ?{_NUMBER}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME = r"([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2}))"
_DATE_TIME = re.compile(rf"(?:({_DATE.pattern})[T ])?{_TIME}")


@dataclass(frozen=True, slots=True)
class Kind:
    says: str
    example: str
    fits: Callable[[str], bool]


def _is_whole_number(value: str) -> bool:
    return _WHOLE_NUMBER.fullmatch(value) is not None


def _is_decimal(value: str) -> bool:
    return _DECIMAL.fullmatch(value) is not None


def _is_date(value: str) -> bool:
    return _DATE.fullmatch(value) is not None and _is_read_by(date.fromisoformat, value)


def _is_date_time(value: str) -> bool:
    match = _DATE_TIME.fullmatch(value)
    if not match:
        return False
    return _is_read_by(datetime.fromisoformat if match[1] else time.fromisoformat, value)


def _is_read_by(read: Callable[[str], object], value: str) -> bool:
    try:
        read(value)
    except ValueError:
        return False
    return True


KINDS: Mapping[str, Kind] = {
    "text": Kind("a text", "Rs 15,00,000", bool),
    "whole_number": Kind("a whole number", "42", _is_whole_number),
    "decimal": Kind("a number with its unit", "12.5 kg", _is_decimal),
    "date": Kind("an ISO date", "2026-10-28", _is_date),
    "date_time": Kind("an ISO date or time with its zone", "2026-10-28T15:00+05:30", _is_date_time),
}
