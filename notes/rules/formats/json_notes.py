"""JSON text to fields, sections and back: what `six_fields` and `twelve_fields` have in common."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from notes.rules.documents import Document, Section, Shape
from notes.rules.formats.limits import check_text
from notes.rules.markdown import Inside
from notes.rules.problems import Problem

TYPE_NAMES: dict[type, str] = {str: "a string", list: "a list of strings", dict: "an object of strings"}


class _RepeatedField(ValueError):
    pass


def load_fields(text: str) -> dict[str, Any] | Problem:
    """The object that the text holds, or why it is none."""
    try:
        fields = json.loads(text, object_pairs_hook=_once)
    except _RepeatedField as error:
        return Problem("format.repeated_field", f"The field “{error}” stands twice. Keep one of them.")
    except json.JSONDecodeError as error:
        says = f"The note is not JSON: {error.msg.lower()} in line {error.lineno}, column {error.colno}."
        return Problem("format.not_json", says, line=error.lineno)
    except (RecursionError, ValueError):
        return Problem("format.not_json", "The note is not JSON of strings, lists and one object. Send plain fields.")
    if not isinstance(fields, dict):
        return Problem("format.not_json", "The note is JSON, but no object of named fields.")
    return fields


def dump_fields(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, indent=2) + "\n"


def fields_of(document: Document) -> dict[str, Any]:
    return {section.name: _value(section) for section in document.sections}


def section_from(name: str, value: str | list[str] | dict[str, str]) -> Section:
    if isinstance(value, str):
        return _section(name, (value,), Shape.TEXT)
    if isinstance(value, list):
        return _section(name, tuple(value), Shape.LIST)
    # The keys of an object have no order, so that a change of their order is no change of the note.
    return _section(name, tuple(join_pair(*pair) for pair in sorted(value.items())), Shape.MAP)


def join_pair(name: str, value: str) -> str:
    """`name: value` as one line; a name that would be read differently stands in JSON quotes."""
    plain = ": " not in name and not name.startswith('"')
    return f"{name if plain else json.dumps(name, ensure_ascii=False)}: {value}"


def split_pair(line: str) -> tuple[str, str]:
    """The exact opposite of `join_pair`; raises ValueError for a line that it cannot have made."""
    name, value = _quoted_pair(line) if line.startswith('"') else _plain_pair(line)
    if join_pair(name, value) != line:
        raise ValueError("no canonical pair")
    return name, value


def read_pair(line: str) -> tuple[str, str] | None:
    """A pair as people type it: any JSON string may be the name, and so may words that only begin with a quote."""
    for read in (split_pair, _quoted_pair, _plain_pair):
        try:
            return read(line)
        except ValueError:
            continue
    return (line[:-1], "") if line.endswith(":") else None


def _quoted_pair(line: str) -> tuple[str, str]:
    if not line.startswith('"'):
        raise ValueError("no quote")
    name, end = json.JSONDecoder().raw_decode(line)
    name.encode()  # half of a surrogate pair is no text
    if not line.startswith(": ", end):
        raise ValueError("no name in quotes")
    return str(name), line[end + 2 :]


def _plain_pair(line: str) -> tuple[str, str]:
    name, colon, value = line.partition(": ")
    if not colon:
        raise ValueError("no colon")
    return name, value


def check_names(fields: Mapping[str, Any], names: Sequence[str]) -> Iterator[Problem]:
    for name in names:
        if name not in fields:
            says = f"The field “{name}” is missing. Every field must be there; it may be empty."
            yield Problem("format.missing_field", says, section=name)
    for name in fields:
        if name not in names:
            says = f"“{name}” is none of the fields: {', '.join(names)}."
            yield Problem("format.unknown_field", says, section=name)


def check_type(name: str, value: object, *wanted: type) -> Iterator[Problem]:
    """Wrong types, and strings that hold what no text can hold (JSON escapes can smuggle it in)."""
    if not isinstance(value, wanted) or not all(isinstance(part, str) for part in parts(value)):
        says = f"“{name}” must be {' or '.join(TYPE_NAMES[kind] for kind in wanted)}."
        yield Problem("format.wrong_type", says, section=name)
        return
    for problem in (problem for part in parts(value) for problem in check_text(part)):
        yield Problem(problem.code, f"In “{name}”: {problem.says}", section=name)


def parts(value: object) -> list[Any]:
    if isinstance(value, list):
        return value
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return [value]


def check_filled(fields: Mapping[str, Any], names: Sequence[str]) -> Iterator[Problem]:
    for name in names:
        if name in fields and not any(str(part).strip() for part in parts(fields[name])):
            yield Problem("format.empty_field", f"“{name}” is empty. Say it in a sentence.", section=name)


def _section(name: str, lines: tuple[str, ...], shape: Shape) -> Section:
    return Section(name, lines, inside=(Inside.NOTHING,) * len(lines), shape=shape)


def _value(section: Section) -> str | list[str] | dict[str, str]:
    if section.shape is Shape.TEXT:
        return section.lines[0]
    if section.shape is Shape.LIST:
        return list(section.lines)
    return dict(split_pair(line) for line in section.lines)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise _RepeatedField(next(name for name in names if names.count(name) > 1))
    return fields
