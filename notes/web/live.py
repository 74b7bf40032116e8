"""What the socket of a page is told: who looks, and at what they may glance. Asked by the server's own live door."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from notes.queries.events import is_behind, newest_event
from notes.queries.live_view import projects_glanced_at, sees_card
from notes.queries.sign_ins import signed_in
from notes.rules.watching import Page
from notes.web.numbers import whole_number


@require_safe
def rights(request: HttpRequest) -> JsonResponse:
    """401 for who is not signed in: a socket follows no way to a sign-in page."""
    user = signed_in(request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""))
    if user is None:
        return JsonResponse({}, status=401)
    newest, projects = newest_event(), projects_glanced_at(user)
    page = Page(whole_number(request.GET.get("project", "")), whole_number(request.GET.get("card", "")))
    at = whole_number(request.GET.get("at", ""))
    return JsonResponse(
        {
            "user": user.pk,
            "name": user.name,
            "projects": projects,
            "sees_card": sees_card(page, projects),
            "newest": newest,
            "is_behind": at is not None and is_behind(page, projects, at),
        }
    )
