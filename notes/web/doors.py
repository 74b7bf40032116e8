"""What every page begins with: who asks, may they see it, and the answer where they may not.

What is not theirs does not exist (404); what they may see but not do is refused with a sentence (403).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from notes.actions.errors import NotAllowed
from notes.models import Actor, Card, Escalation, Project
from notes.queries import access, escalations
from notes.queries.events import newest_event
from notes.queries.facts import NoSuchFact
from notes.queries.handoffs import NoSuchHandoff
from notes.queries.notes import NoSuchRevision
from notes.web import sign_in
from notes.web.requests import Request

PersonView = Callable[Concatenate[Request, ...], HttpResponse]
ProjectView = Callable[Concatenate[Request, Project, Actor, ...], HttpResponse]
CardView = Callable[Concatenate[Request, Card, Actor, ...], HttpResponse]
DecisionView = Callable[Concatenate[Request, Escalation, Actor, ...], HttpResponse]
# As the addresses call it: with the project's slug and the card's key by name.
Door = Callable[..., HttpResponse]


def person_door(view: PersonView) -> Door:
    """For people who are signed in."""

    @wraps(view)
    def door(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        if not _is_signed_in(request):
            return sign_in.ask(request)
        request.at = newest_event()
        try:
            return view(request, *args, **kwargs)
        except (ObjectDoesNotExist, NoSuchFact, NoSuchHandoff, NoSuchRevision) as error:
            raise Http404 from error
        except NotAllowed as error:
            raise PermissionDenied(error.says) from error

    return door


def project_door(view: ProjectView) -> Door:
    """For members: the view is handed the project and who the person is there."""

    @wraps(view)
    def door(request: Request, slug: str, **kwargs: Any) -> HttpResponse:
        project, actor = access.member(request.user, slug)
        return view(request, project, actor, **kwargs)

    return person_door(door)


def card_door(view: CardView) -> Door:
    """For members: the view is handed a card of the project and who the person is there."""

    @wraps(view)
    def door(request: Request, project: Project, actor: Actor, key: str, **kwargs: Any) -> HttpResponse:
        card = access.card(project, key)
        card.project = project
        return view(request, card, actor, **kwargs)

    return project_door(door)


def decision_door(view: DecisionView) -> Door:
    """For members: the view is handed a decision of one of their projects and who the person is there."""

    @wraps(view)
    def door(request: Request, pk: int, **kwargs: Any) -> HttpResponse:
        escalation, actor = escalations.for_person(request.user, pk)
        return view(request, escalation, actor, **kwargs)

    return person_door(door)


def _is_signed_in(request: HttpRequest) -> bool:
    return request.user.is_authenticated
