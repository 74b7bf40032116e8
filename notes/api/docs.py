"""The readable page of the API: made from its schema on the server, so it needs no script of anyone's."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from ninja import NinjaAPI
from ninja.openapi.docs import DocsBase

from notes.api.answers import TITLES

Schema = dict[str, Any]


class ReadablePage(DocsBase):
    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        openapi_url = self.get_openapi_url(api, kwargs)
        context = {"calls": _calls(api), "titles": TITLES, "openapi_url": openapi_url, "about": api.description}
        return render(request, "api/docs.html", context)


@lru_cache(maxsize=1)
def _calls(api: NinjaAPI) -> tuple[Schema, ...]:
    """The routes do not change while the desk runs."""
    return tuple(_described(api.get_openapi_schema()))


def _described(schema: Schema) -> Iterator[Schema]:
    for path, methods in schema["paths"].items():
        for method, call in methods.items():
            yield {
                "method": method.upper(),
                "path": path,
                "id": call["operationId"],
                "about": call.get("description", ""),
                "sent": list(_fields(schema, _json_schema(call.get("requestBody", {})))),
                "query": [part for part in call["parameters"] if part["in"] != "path"],
                "answers": [_answer(schema, *pair) for pair in sorted(call["responses"].items())],
            }


def _answer(schema: Schema, status: int, response: Schema) -> Schema:
    fields = list(_fields(schema, _json_schema(response))) if status < 300 else []
    return {"status": status, "about": TITLES.get(status, response["description"]), "fields": fields}


def _json_schema(holder: Schema) -> Schema:
    found: Schema = holder.get("content", {}).get("application/json", {}).get("schema", {})
    return found


def _fields(schema: Schema, of: Schema) -> Iterator[Schema]:
    """One level of an object: what is deeper has its name, and stands in the schema."""
    whole = _resolved(schema, of)
    for name, field in whole.get("properties", {}).items():
        needed = name in whole.get("required", [])
        yield {"name": name, "needed": needed, "type": _type(field), "about": field.get("description", "")}


def _resolved(schema: Schema, of: Schema) -> Schema:
    found: Schema = schema["components"]["schemas"][_name(of)] if "$ref" in of else of
    return found


def _type(field: Schema) -> str:
    if "$ref" in field:
        return _name(field)
    if "anyOf" in field:
        return " or ".join(_type(part) for part in field["anyOf"])
    if "enum" in field:
        return " | ".join(map(str, field["enum"]))
    if field.get("type") == "array":
        return f"list of {_type(field.get('items', {}))}"
    return str(field.get("const", field.get("type", "any")))


def _name(reference: Schema) -> str:
    return str(reference["$ref"]).rsplit("/", 1)[-1]
