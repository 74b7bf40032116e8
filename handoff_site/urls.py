"""Which address belongs to which door."""

from django.urls import include, path

handler400 = "handoff_site.turned_away.bad_request"
handler403 = "notes.web.errors.not_allowed"
handler404 = "notes.web.errors.not_found"
handler500 = "handoff_site.turned_away.failed"

urlpatterns = [
    path("accounts/", include("handoff_site.account_urls")),
    path("api/", include("notes.api.urls")),
    path("", include("notes.web.urls")),
]
