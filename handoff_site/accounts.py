"""What differs from allauth's own way of signing people in."""

import logging
import smtplib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from django.http import HttpRequest
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

log = logging.getLogger("handoff.mail")


class MembersOnly(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    """People are made by a maintainer; a stranger cannot make an account."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False

    def is_safe_url(self, url: str | None) -> bool:
        """The very host that was asked, and none of its other names."""
        request = context.request
        return url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """These letters go out at once: whoever waits for one is told where it could not be sent."""
        try:
            super().send_mail(template_prefix, email, context)
        except (smtplib.SMTPException, OSError) as error:
            log.warning("a letter about an account was not sent: %s", type(error).__name__)
            raise ImmediateHttpResponse(_not_sent()) from error


def _not_sent() -> Any:
    return render(context.request, "503.html", status=503)
