"""The pages of allauth that the desk has: signing in and out, and passwords.

Its page for email addresses is left out. Whoever could change their own address without proving it would be taken for
the person whom a maintainer makes a member under that address.
"""

from allauth.account import urls as allauth_urls
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path

from notes.web.accounts import sign_in

KEPT = (
    "account_logout",
    "account_inactive",
    "account_signup",  # says that it is closed
    "account_reauthenticate",
    "account_change_password",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
)


def no_such_page(_request: HttpRequest) -> HttpResponse:
    raise Http404


urlpatterns = [
    path("login/", sign_in, name="account_login"),
    *(url for url in allauth_urls.urlpatterns if url.name in KEPT),
    # allauth asks for this address by its name.
    path("email/", no_such_page, name="account_email"),
]
