"""What maintainers choose for a project: where its text may be kept."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from notes.actions.errors import Invalid, require
from notes.actions.session_content import set_session_content
from notes.models import Actor, Project, Role
from notes.models.project import SessionContent
from notes.queries.insiders import members_of, tokens_of
from notes.queries.session_content import content_of
from notes.web.doors import project_door
from notes.web.requests import Request

SAVED = {
    SessionContent.SERVER: "Saved. Notes of this project are kept on the desk from now on.",
    SessionContent.MACHINE: "Saved. Text of this project is kept on the machine alone from now on.",
}


@require_http_methods(["GET", "HEAD", "POST"])
@project_door
def settings(request: Request, project: Project, actor: Actor) -> HttpResponse:
    require(actor, Role.MAINTAINER, "change the settings of a project")
    if request.method != "POST":
        return _page(request, project)
    chosen = request.POST.get("content", "")
    content = SessionContent(chosen if chosen in SessionContent.values else project.session_content)
    try:
        done = set_session_content(
            project=project, by=actor, now=timezone.now(), content=content, confirmed=request.POST.get("confirmed", "")
        )
    except Invalid as error:
        return _page(request, project, content, error)
    messages.success(request, SAVED[content])
    for says in done.remains:
        messages.warning(request, says)
    return redirect("settings", project.slug)


def _page(
    request: Request, project: Project, chosen: SessionContent | None = None, error: Invalid | None = None
) -> HttpResponse:
    context = {
        "project": project,
        "chosen": chosen or project.session_content,
        "goes": content_of(project) if project.holds_content else None,
        "members": members_of(project),
        "tokens": tokens_of(project),
        "problems": error.problems if error else (),
        "typed": request.POST.get("confirmed", ""),
    }
    return render(request, "settings/settings.html", context, status=422 if error else 200)
