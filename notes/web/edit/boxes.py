"""The boxes of the form: a single one for a Markdown note, one for each field of a JSON note."""

from collections.abc import Iterable
from dataclasses import dataclass

from notes.rules import formats
from notes.rules.documents import Section, Shape
from notes.rules.formats import json_notes, nine_sections, six_fields, twelve_fields
from notes.web.edit import field_texts

WHOLE = "text"
FIELD = "field-"
TEXT_FIELDS = ("original_goal", "current_objective", "current_state", "exact_next_step")


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    text: str
    shape: Shape = Shape.MARKDOWN

    @property
    def label(self) -> str:
        return self.name.removeprefix(FIELD)


def is_box(name: str) -> bool:
    return name == WHOLE or name.startswith(FIELD)


def boxes(format: str, text: str) -> tuple[Field, ...]:
    """`text` has at least the shape of the format, whatever it leaves empty."""
    if format not in formats.JSON_FORMATS:
        return (Field(WHOLE, text),)
    document = formats.parse(format, text).document
    assert document is not None, "only what has the fields is shown"
    return _boxes(document.sections)


def empty_boxes(format: str) -> tuple[Field, ...]:
    if format in formats.JSON_FORMATS:
        return _boxes(_empty_sections(format))
    return (Field(WHOLE, nine_sections.EMPTY_NOTE if format == nine_sections.NAME else ""),)


def _boxes(sections: Iterable[Section]) -> tuple[Field, ...]:
    return tuple(Field(FIELD + each.name, field_texts.to_text(each), each.shape) for each in sections)


def _empty_sections(format: str) -> tuple[Section, ...]:
    empty: dict[str, str | list[str] | dict[str, str]] = (
        {name: kind() for name, kind in six_fields.TYPES.items()}
        if format == six_fields.NAME
        else {name: "" if name in TEXT_FIELDS else [] for name in twelve_fields.FIELDS}
    )
    return tuple(json_notes.section_from(name, value) for name, value in empty.items())
