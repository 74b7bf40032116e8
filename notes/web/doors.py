"""What every page begins with: who asks, may they see it, and the answer where they may not.

What is not theirs does not exist (404); what they may see but not do is refused with a sentence (403).
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpResponse

from notes.actions.errors import NotAllowed
from notes.models import Actor, Card, Project
from notes.queries import access
from notes.queries.notes import NoSuchRevision
from notes.web import sign_in
from notes.web.requests import Request

P = ParamSpec("P")
View = Callable[Concatenate[Request, P], HttpResponse]
ProjectView = Callable[Concatenate[Request, Project, Actor, P], HttpResponse]
CardView = Callable[Concatenate[Request, Card, Actor, P], HttpResponse]


def person_door(view: View[P]) -> View[P]:
    """For people who are signed in."""

    @wraps(view)
    def door(request: Request, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return sign_in.ask(request)
        try:
            return view(request, *args, **kwargs)
        except (ObjectDoesNotExist, NoSuchRevision) as error:
            raise Http404 from error
        except NotAllowed as error:
            raise PermissionDenied(error.says) from error

    return door


def project_door(view: ProjectView[P]) -> Callable[Concatenate[Request, str, P], HttpResponse]:
    """For members: the view is handed the project and who the person is there."""

    @person_door
    @wraps(view)
    def door(request: Request, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        project, actor = access.member(request.user, slug)
        return view(request, project, actor, *args, **kwargs)

    return door


def card_door(view: CardView[P]) -> Callable[Concatenate[Request, str, str, P], HttpResponse]:
    """For members: the view is handed a card of the project and who the person is there."""

    @project_door
    @wraps(view)
    def door(
        request: Request, project: Project, actor: Actor, key: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        card = access.card(project, key)
        card.project = project
        return view(request, card, actor, *args, **kwargs)

    return door
