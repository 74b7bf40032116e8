"""The API as a whole: its routers, one kind of token, one kind of error."""

from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from notes.api import (
    cards,
    escalations,
    events,
    facts,
    handoffs,
    notes,
    problems,
    reports,
    resume,
    revisions,
    rounds,
    runners,
    whoami,
)
from notes.api.callers import BearerToken
from notes.api.docs import ReadablePage
from notes.api.requests import StrictJson
from notes.api.shapes import problems_schema

DESCRIPTION = """Handoff notes of AI agents: write them, read them line by line, carry facts along exactly.
A token belongs to one project and one actor. Every error is application/problem+json with a stable code for each
reason and a sentence that says how to be right. Writes take an Idempotency-Key."""


class DeskApi(NinjaAPI):
    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        """ninja knows one media type for all answers; problems have their own, so they are named by hand."""
        schema = super().get_openapi_schema(**kwargs)
        schema["components"]["schemas"]["Problems"] = problems_schema()
        return schema


api = DeskApi(
    title="Handoff Desk",
    version="1",
    description=DESCRIPTION,
    docs=ReadablePage(),
    docs_url="/docs",
    openapi_url="/openapi.json",
    auth=BearerToken(),
    parser=StrictJson(),
    urls_namespace="api",
)
api.add_router("/whoami", whoami.router)
api.add_router("/projects/{project}/events", events.router)
api.add_router("/projects/{project}/cards", cards.router)
api.add_router("/projects/{project}/cards/{card}/note", notes.router)
api.add_router("/projects/{project}/cards/{card}/note/revisions", revisions.router)
api.add_router("/projects/{project}/cards/{card}/facts", facts.router)
api.add_router("/projects/{project}/cards/{card}/resume", resume.router)
api.add_router("/projects/{project}/cards/{card}/handoffs", handoffs.of_card)
api.add_router("/projects/{project}/handoffs", handoffs.router)
api.add_router("/projects/{project}/cards/{card}/escalations", escalations.of_card)
api.add_router("/projects/{project}/escalations", escalations.router)
api.add_router("/projects/{project}/cards/{card}/rounds", rounds.router)
api.add_router("/projects/{project}/runner", runners.router)
api.add_router("/projects/{project}/cards/{card}", reports.of_card)
api.add_router("/projects/{project}/escalations", reports.of_project)
problems.install(api)
