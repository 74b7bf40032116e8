"""The projects of a person."""

from django.db.models import Count, OuterRef, Subquery

from notes.models import Card, Project, User
from notes.queries.access import projects_of


def project_list(user: User) -> list[Project]:
    """Each with its number of cards, as `card_count`."""
    counted = Card.objects.filter(project=OuterRef("pk")).order_by().values("project")
    return list(projects_of(user).annotate(card_count=Subquery(counted.annotate(count=Count("pk")).values("count"))))
