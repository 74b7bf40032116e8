"""Who may come into a project: its members, and the tokens that open it."""

from django.db.models import Case, IntegerField, QuerySet, Value, When

from notes.models import Membership, Project, Role, Token

_RANK = Case(
    *(When(role=role, then=Value(rank)) for rank, role in enumerate(reversed(Role))), output_field=IntegerField()
)


def members_of(project: Project) -> QuerySet[Membership]:
    """Who may do most comes first."""
    return Membership.objects.select_related("user").filter(project=project).order_by(_RANK, "user__name", "pk")


def is_member_elsewhere(project: Project, pk: int) -> bool:
    return Membership.objects.exclude(project=project).filter(pk=pk).exists()


def tokens_of(project: Project) -> QuerySet[Token]:
    """Those that still open it, the newest first."""
    return tokens_ever_of(project).filter(revoked_at=None).order_by("-created_at", "-pk")


def tokens_ever_of(project: Project) -> QuerySet[Token]:
    return Token.objects.select_related("user").filter(project=project)
