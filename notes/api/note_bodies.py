"""What is sent to write a note, whole or in part."""

import json
from dataclasses import replace
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from pydantic import ConfigDict, Field

from notes.actions.errors import Invalid
from notes.actions.notes import NoteWrite
from notes.api.fields import Code, FormatName, Revision, Round, Short, Text
from notes.api.requests import Sent, base_revision
from notes.rules.formats import JSON_FORMATS
from notes.rules.problems import Problem
from notes.rules.writing.patching import Patch, Replacement

MOST_LINES = 100


class WriteOptions(Sent):
    """`base_revision` is the one that you read (or send If-Match); left out, the newest is meant.

    `queued` says that it was written while the desk was out of reach: where the note has moved on it is kept as late.
    """

    base_revision: Revision | None = None
    model: Annotated[Short, Field(max_length=80)] = ""
    round: Round | None = None
    on_lock: Literal["refuse", "restore"] = "refuse"
    queued: bool = False
    confirm: Annotated[list[Code], Field(max_length=20)] = []


class NoteIn(WriteOptions):
    """The whole note: `text`, or the `fields` of a JSON note.

    A person may send `format`, and so change that of the note: the text is read in it, and starts from the newest
    revision. A program may name the format that the note has, and chooses one only while there is no note.
    """

    model_config = ConfigDict(
        json_schema_extra={"oneOf": [{"required": ["text"]}, {"required": ["fields"]}]},
    )

    text: str | None = None
    fields: dict[str, Any] | None = None
    format: FormatName | None = None


class ReplaceIn(Sent):
    """The line is named by `id` or by its exact `text`; `with` null takes it out."""

    id: Annotated[str, Field(max_length=24)] | None = None
    text: Text | None = None
    by: Text | None = Field(alias="with")


class PatchIn(WriteOptions):
    """One section, so that nobody needs to send a whole note."""

    section: Annotated[Text, Field(max_length=1000)]
    append: Annotated[list[Text], Field(max_length=MOST_LINES)] = []
    replace: Annotated[list[ReplaceIn], Field(max_length=MOST_LINES)] = []


def note_write(request: HttpRequest, body: NoteIn, format: str) -> NoteWrite:
    """`format` is the one that the note has."""
    return replace(_write(request, body, _text(body, body.format or format)), format=body.format)


def patch_write(request: HttpRequest, body: PatchIn) -> tuple[Patch, NoteWrite]:
    replaced = tuple(Replacement(line.by, line.id, line.text) for line in body.replace)
    return Patch(body.section, tuple(body.append), replaced), _write(request, body, "")


def _write(request: HttpRequest, options: WriteOptions, text: str) -> NoteWrite:
    return NoteWrite(
        text=text,
        base_revision=base_revision(request, options.base_revision),
        model=options.model,
        round=options.round,
        restore_locks=options.on_lock == "restore",
        queued=options.queued,
        confirm=frozenset(options.confirm),
    )


def _text(body: NoteIn, format: str) -> str:
    if (body.text is None) == (body.fields is None):
        raise Invalid(Problem("request.text_or_fields", "Send the note as `text` or as `fields`, one of them."))
    if body.text is not None:
        return body.text
    if format not in JSON_FORMATS:
        says = f"A note in the format {format} is Markdown: send it as `text`."
        raise Invalid(Problem("request.fields_of_markdown", says))
    return json.dumps(body.fields, ensure_ascii=False)
