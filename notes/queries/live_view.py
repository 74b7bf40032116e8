"""What a person's open pages may be told of."""

from collections.abc import Collection

from notes.models import Card, Membership, User
from notes.rules.watching import Page


def projects_glanced_at(user: User) -> list[int]:
    return list(Membership.objects.filter(user=user).order_by("project_id").values_list("project_id", flat=True))


def sees_card(page: Page, projects: Collection[int]) -> bool:
    """Of the project that the page names, and that among theirs."""
    if page.card is None or page.project not in projects:
        return False
    return Card.objects.filter(pk=page.card, project=page.project).exists()
