"""Which address belongs to which door."""

from django.contrib import admin
from django.urls import include, path

from notes.web.accounts import sign_in

handler400 = "handoff_site.turned_away.bad_request"
handler403 = "notes.web.errors.not_allowed"
handler404 = "notes.web.errors.not_found"
handler500 = "handoff_site.turned_away.failed"

urlpatterns = [
    path("accounts/login/", sign_in, name="account_login"),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("api/", include("notes.api.urls")),
    path("", include("notes.web.urls")),
]
