"""The pages of people."""

from django.urls import path, register_converter

from notes.web import cards, editing, history, home, line_locks
from notes.web.numbers import RevisionNumber

register_converter(RevisionNumber, "revision")

CARD = "p/<slug:slug>/<str:key>/"

urlpatterns = [
    path("", home.home, name="home"),
    path("p/<slug:slug>/", cards.card_index, name="cards"),
    path(CARD, cards.card_page, name="card"),
    path(f"{CARD}edit/", editing.edit, name="edit"),
    path(f"{CARD}edit/check/", editing.check, name="check"),
    path(f"{CARD}lines/", line_locks.change, name="lines"),
    path(f"{CARD}history/", history.revisions, name="history"),
    path(f"{CARD}history/<revision:number>/", history.revision, name="revision"),
    path(f"{CARD}history/<revision:number>/restore/", history.restore, name="restore"),
]
