"""Yardsticks: a view that does nothing, and the view that one would write for a first version."""

import hashlib
import json

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from notes.models import Card, Event, Revision, Token


@csrf_exempt
def empty(request: HttpRequest) -> HttpResponse:
    return JsonResponse({})


@csrf_exempt
def naive(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Writes the rows of a save and checks nothing but the token."""
    secret = request.headers["Authorization"].removeprefix("Bearer ")
    token = Token.objects.select_related("project").get(digest=hashlib.sha256(secret.encode()).hexdigest())
    sent = json.loads(request.body)
    with transaction.atomic():
        card = Card.objects.select_for_update().get(project__slug=slug, key=key)
        card.revision += 1
        card.digest = hashlib.sha256(sent["text"].encode()).hexdigest()
        card.updated_by_kind, card.updated_by_name, card.updated_at = token.kind, token.name, timezone.now()
        card.save()
        Revision.objects.create(
            card=card,
            number=card.revision,
            format=card.format,
            text=sent["text"],
            origins="",
            author_kind=token.kind,
            author_name=token.name,
            written_at=card.updated_at,
            tokens=0,
        )
        Event.objects.create(
            project=token.project,
            card=card,
            verb="note.saved",
            by_kind=token.kind,
            by_name=token.name,
            at=card.updated_at,
            data={"revision": card.revision},
        )
    return JsonResponse({"revision": card.revision})


urlpatterns = [
    path("yardstick/empty/", empty),
    path("yardstick/naive/<slug>/<key>/", naive),
    path("", include("handoff_site.urls")),
]
