"""Kinds of values that bodies are made of."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, AwareDatetime, Field, StringConstraints
from pydantic_core import PydanticCustomError

from notes.rules.formats.limits import check_text
from notes.rules.hygiene.secret_kinds import secret_kinds
from notes.rules.hygiene.secrets import says_secret

FormatName = Literal["nine_sections", "six_fields", "twelve_fields", "free"]
KindName = Literal["card", "design_build", "planner_turn"]
HIGHEST = 2**31 - 1
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


def _in_utc(moment: datetime) -> datetime:
    """At once: at the ends of the calendar there is no other zone."""
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("should be a time that the calendar of every zone has") from None


Text = Annotated[str, AfterValidator(_is_text)]
Short = Annotated[Text, StringConstraints(pattern=ONE_LINE), AfterValidator(_no_secret)]
Url = Annotated[Short, Field(max_length=500)]
Revision = Annotated[int, Field(ge=0, le=HIGHEST)]
Round = Annotated[int, Field(ge=1, le=HIGHEST)]
Code = Annotated[str, StringConstraints(pattern=r"^[a-z]+\.[a-z_]+$", max_length=60)]
# ISO 8601 with a zone, as text.
Moment = Annotated[AwareDatetime, Field(strict=False), AfterValidator(_in_utc)]
