"""Maintainers take members out of a project, and revoke its tokens."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from notes.actions.errors import Invalid, require
from notes.actions.members import remove_member
from notes.actions.tokens import revoke_token
from notes.models import Actor, Membership, Project, Role
from notes.queries.insiders import is_member_elsewhere, members_of, tokens_ever_of
from notes.web.doors import project_door
from notes.web.requests import Request


@require_POST
@project_door
def remove(request: Request, project: Project, actor: Actor, pk: int) -> HttpResponse:
    require(actor, Role.MAINTAINER, "remove members")
    if is_member_elsewhere(project, pk):
        raise Http404
    try:
        user = members_of(project).get(pk=pk).user
        remove_member(project=project, by=actor, now=timezone.now(), user=user)
    except Membership.DoesNotExist:
        # Somebody was quicker, perhaps the same person in another tab.
        messages.success(request, f"They are no member of {project} any more.")
    except Invalid as error:
        messages.error(request, error.problems[0].says)
    else:
        messages.success(request, f"{user} is no member of {project} any more.")
        if user.pk == actor.user_id:
            return redirect("projects")
    return redirect("settings", project.slug)


@require_POST
@project_door
def revoke(request: Request, project: Project, actor: Actor, pk: int) -> HttpResponse:
    require(actor, Role.MAINTAINER, "revoke tokens")
    token = tokens_ever_of(project).get(pk=pk)
    revoke_token(token=token, by=actor, now=timezone.now())
    messages.success(request, f"Revoked: the token of {token}. It opens nothing any more.")
    return redirect("settings", project.slug)
