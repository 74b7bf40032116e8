"""The page on which a person edits a note. Whatever happens, what was typed is on the answer."""

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from notes.actions.errors import Invalid, require_writer
from notes.actions.notes import Saved, TurnedDown, save_note
from notes.models import Actor, Card
from notes.rules.verdicts import Group
from notes.web.doors import card_door
from notes.web.edit import drafts, outcomes
from notes.web.edit.drafts import Draft
from notes.web.edit.marks import marks
from notes.web.edit.outcomes import Report
from notes.web.requests import Request

STATUS = {Group.CONFLICT: 409}


@require_http_methods(["GET", "HEAD", "POST"])
@card_door
def edit(request: Request, card: Card, actor: Actor) -> HttpResponse:
    require_writer(actor)
    if request.method != "POST":
        draft = drafts.begun(card, card.revision)
        return show(request, card, draft, outcomes.plain(card, draft))
    draft = drafts.sent(card, request.POST.dict())
    try:
        outcome = save_note(card=card, by=actor, now=timezone.now(), write=outcomes.write_of(draft))
    except Invalid as error:
        report = outcomes.plain(card, draft, "Not saved.", error.problems)
        return show(request, card, draft, report, status=422)
    if isinstance(outcome, Saved):
        return _saved(request, card, draft, outcome)
    return _not_saved(request, card, draft, outcome)


@require_POST
@card_door
def check(request: Request, card: Card, actor: Actor) -> HttpResponse:
    require_writer(actor)
    draft = drafts.sent(card, request.POST.dict())
    try:
        report = outcomes.checked(card, actor, draft)
    except Invalid as error:
        report = outcomes.plain(card, draft, problems=error.problems)
    return render(request, "edit/_report.html", {"card": card, "draft": draft, "report": report})


@card_door
def resume(request: Request, card: Card, actor: Actor) -> HttpResponse:
    """What was typed before the sign-in ran out, on the form again; nothing is saved by this."""
    require_writer(actor)
    draft = drafts.sent(card, request.POST.dict())
    return show(
        request, card, draft, outcomes.plain(card, draft, "You are signed in again. Your text is not saved yet.")
    )


def show(
    request: Request, card: Card, draft: Draft, report: Report, *, status: int = 200, typed: Draft | None = None
) -> HttpResponse:
    """`typed` is what the person sent, where the form shows something else now."""
    context = {
        "project": card.project,
        "card": card,
        "draft": draft,
        "report": report,
        "typed": typed,
        "marks": marks(card, draft),
        "is_typed": request.method == "POST",
    }
    return render(request, "edit/edit.html", context, status=status)


def _saved(request: Request, card: Card, draft: Draft, outcome: Saved) -> HttpResponseRedirect:
    words = [outcomes.saved_words(draft.base, outcome), *(each.says for each in outcome.accepted.warnings)]
    messages.success(request, " ".join(words), extra_tags="saved")
    return redirect("card", card.project.slug, card.key)


def _not_saved(request: Request, card: Card, draft: Draft, outcome: TurnedDown) -> HttpResponse:
    card.refresh_from_db(fields=["revision", "format", "updated_by_name"])
    report = outcomes.refused(card, draft, outcome.refused)
    status = STATUS.get(outcome.refused.group, 422)
    if report.conflicts:
        return show(request, card, drafts.over_newest(card, draft), report, status=status, typed=draft)
    return show(request, card, draft, report, status=status)
