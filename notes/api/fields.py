"""Kinds of values that bodies are made of."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from notes.rules.formats.limits import check_text
from notes.rules.hygiene.secret_kinds import secret_kinds
from notes.rules.hygiene.secrets import says_secret

FormatName = Literal["nine_sections", "six_fields", "twelve_fields", "free"]
KindName = Literal["card", "design_build", "planner_turn"]
HIGHEST = 2**31 - 1
# Beyond these a moment has no name in every zone.
YEARS = range(2000, 3000)
# One line; no control characters, which no database column of ours is meant to hold.
ONE_LINE = r"^[^\x00-\x1f\x7f]*$"


def _no_secret(text: str) -> str:
    for kind in secret_kinds(text):
        raise PydanticCustomError("secret", "{says}", {"says": says_secret(kind).rstrip(".")})
    return text


def _is_text(text: str) -> str:
    if check_text(text):
        raise PydanticCustomError("string_unicode", "no text")
    return text


def _moment(value: Any) -> Any:
    """Strict JSON knows no moments, only texts."""
    try:
        moment = datetime.fromisoformat(value)
    except (ValueError, TypeError):
        moment = None
    if moment is None or moment.tzinfo is None or moment.year not in YEARS:
        raise ValueError("is a moment with its zone in this century or a later one, such as 2026-11-14T17:00:00+05:30")
    return moment.astimezone(UTC)


Text = Annotated[str, AfterValidator(_is_text)]
Short = Annotated[Text, StringConstraints(pattern=ONE_LINE), AfterValidator(_no_secret)]
Url = Annotated[Short, Field(max_length=500)]
Revision = Annotated[int, Field(ge=0, le=HIGHEST)]
Round = Annotated[int, Field(ge=1, le=HIGHEST)]
Code = Annotated[str, StringConstraints(pattern=r"^[a-z]+\.[a-z_]+$", max_length=60)]
Moment = Annotated[datetime, BeforeValidator(_moment)]
