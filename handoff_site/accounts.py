"""What differs from allauth's own way of signing people in."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class MembersOnly(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    """People are made by a maintainer; a stranger cannot make an account."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False
