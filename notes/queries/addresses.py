"""Whole addresses of pages, for those who read them outside of the desk: in letters and in the API."""

from django.conf import settings

from notes.models import Card, Escalation, Project


def decision(escalation: Escalation) -> str:
    return _whole(f"/d/{escalation.pk}/")


def project(project: Project) -> str:
    return _whole(f"/p/{project.slug}/")


def card(project: Project, card: Card) -> str:
    return _whole(f"/p/{project.slug}/{card.key}/")


def letters() -> str:
    return _whole("/letters/")


def letters_off(token: str) -> str:
    return _whole(f"/letters/off/{token}/")


def _whole(path: str) -> str:
    return f"{settings.PUBLIC_URL}{path}"
