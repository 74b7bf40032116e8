"""The pages of people."""

from django.urls import path, register_converter

from notes.web import (
    cards,
    deciding,
    decisions,
    editing,
    facts,
    handoffs,
    history,
    insiders,
    letters,
    line_locks,
    live,
    projects,
    settings,
    short_links,
)
from notes.web.numbers import RevisionNumber, RowNumber

register_converter(RevisionNumber, "revision")
register_converter(RowNumber, "row")

CARD = "p/<slug:slug>/<str:key>/"
DECISION = "d/<row:pk>/"

urlpatterns = [
    path("", decisions.decision_index, name="decisions"),
    path(DECISION, decisions.decision_page, name="decision"),
    path(f"{DECISION}answer/", deciding.answer, name="decision_answer"),
    path(f"{DECISION}ask/", deciding.ask_agent, name="decision_ask"),
    path(f"{DECISION}claim/", deciding.claim, name="decision_claim"),
    path(f"{DECISION}release/", deciding.release, name="decision_release"),
    path(f"{DECISION}assign/", deciding.assign, name="decision_assign"),
    path(f"{DECISION}withdraw/", deciding.withdraw, name="decision_withdraw"),
    path("c/<str:key>/", short_links.card_link, name="card_link"),
    path("letters/", letters.settings, name="letters"),
    path("letters/off/<str:token>/", letters.off, name="letters_off"),
    path("live/", live.rights, name="live"),
    path("p/", projects.project_index, name="projects"),
    path("p/<slug:slug>/", cards.card_index, name="cards"),
    path("p/<slug:slug>/settings/", settings.settings, name="settings"),
    path("p/<slug:slug>/settings/members/<row:pk>/remove/", insiders.remove, name="remove_member"),
    path("p/<slug:slug>/settings/tokens/<row:pk>/revoke/", insiders.revoke, name="revoke_token"),
    path("p/<slug:slug>/handoffs/", handoffs.handoff_log, name="handoffs"),
    path("p/<slug:slug>/handoffs/<row:pk>/accept/", handoffs.accept, name="handoff_accept"),
    path(CARD, cards.card_page, name="card"),
    path(f"{CARD}edit/", editing.edit, name="edit"),
    path(f"{CARD}edit/check/", editing.check, name="check"),
    path(f"{CARD}lines/", line_locks.change, name="lines"),
    path(f"{CARD}facts/<str:name>/", facts.fact_page, name="fact"),
    path(f"{CARD}history/", history.revisions, name="history"),
    path(f"{CARD}history/<revision:number>/", history.revision, name="revision"),
    path(f"{CARD}history/<revision:number>/restore/", history.restore, name="restore"),
]
