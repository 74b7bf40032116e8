"""What the tools are called with, described for a model."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

Card = Annotated[str, Field(description="The key of the card, such as SHOP-12.")]
NoteText = Annotated[str, Field(description="The whole note, in the format of the card.")]
Base = Annotated[
    int, Field(ge=0, description="The revision that you read (resume_context tells it); 0 where there is no note yet.")
]
Model = Annotated[str, Field(description="The model that wrote it.")]
Round = Annotated[int | None, Field(ge=1, description="The round of work that it belongs to.")]
OnLock = Annotated[
    Literal["refuse", "restore"],
    Field(description="restore puts locked lines back by itself; for writers that cannot try again."),
]
Confirm = Annotated[list[str], Field(description="Codes of doubts that a refusal named, where it is meant so.")]
Format = Annotated[
    Literal["nine_sections", "six_fields", "twelve_fields", "free"] | None,
    Field(description="Only for a card that has no note yet; nine_sections as it comes."),
]
Wait = Annotated[int, Field(ge=0, le=50, description="How many seconds to wait for an answer at most.")]
DecisionId = Annotated[int, Field(ge=1, description="The id that ask_person, or a refusal, told.")]
Kind = Annotated[
    Literal["text", "whole_number", "decimal", "date", "date_time"],
    Field(description="What the value is: a decimal has its unit, a date_time its zone."),
]
Impact = Annotated[
    Literal["money", "eligibility", "deadline", "other"], Field(description="What a wrong answer would cost.")
]


class Option(BaseModel):
    """A value to choose from, and where it comes from."""

    value: str
    source: str = ""


class Excerpt(BaseModel):
    text: str
    source: str = ""
