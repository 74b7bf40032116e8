"""The page on which a person edits a note. Whatever happens, what was typed is on the answer."""

from dataclasses import replace
from functools import partial

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST

from notes.actions.errors import Invalid, NotAllowed, OutOfStep, require_writer
from notes.actions.notes import Outcome, Saved, TurnedDown, UnderWay, save_note
from notes.actions.steps.pending_saves import Blocked
from notes.models import Actor, Card, PendingSave
from notes.models.pending_save import SaveState
from notes.queries.runners import work_tree_view
from notes.queries.words import for_people
from notes.rules import formats
from notes.rules.content.places import NOT_EDITED
from notes.rules.problems import Problem
from notes.rules.writing import work_trees
from notes.rules.writing.verdicts import Group
from notes.web.doors import card_door
from notes.web.edit import drafts, outcomes
from notes.web.edit.boxes import Field
from notes.web.edit.drafts import Draft
from notes.web.edit.marks import marks
from notes.web.edit.outcomes import Report
from notes.web.requests import Request
from notes.web.turns import in_turn


@require_http_methods(["GET", "HEAD", "POST"])
@card_door
def edit(request: Request, card: Card, actor: Actor) -> HttpResponse:
    _require_text(card, actor)
    if request.method != "POST":
        return _begin(request, card, actor)
    draft = drafts.sent(card, request.POST.dict())
    if draft.problems:
        report = outcomes.checked(card, actor, draft)
        return show(request, card, draft, report, status=422, typed=draft.strays)
    try:
        outcome = in_turn(request, card, partial(_send, card, actor, draft))
    except OutOfStep as error:
        return show(request, card, draft, outcomes.out_of_step(card, draft, error.problems[0]), status=409)
    except Invalid as error:
        # Only a base that there is not; with the newest in its place it can be sent again.
        report = outcomes.plain(card, draft, "Not saved.", error.problems)
        return show(request, card, replace(draft, base=card.revision), report, status=422)
    if isinstance(outcome, PendingSave):
        return _through_runner(request, card, draft, outcome)
    if isinstance(outcome, Saved):
        words = [outcomes.saved_words(draft, outcome), *_warnings(outcome)]
        return _saved(request, card, " ".join(words))
    return _not_saved(request, card, draft, outcome)


@require_POST
@card_door
def check(request: Request, card: Card, actor: Actor) -> HttpResponse:
    _require_text(card, actor)
    draft = drafts.sent(card, request.POST.dict())
    try:
        report = outcomes.checked(card, actor, draft)
    except Invalid as error:
        report = outcomes.plain(card, draft, "Not saved.", error.problems)
    context = {"card": card, "draft": draft, "report": report}
    # A screen reader hears the summary when it is another one than before, not at each pause.
    context |= {"summary": outcomes.summary(card, report), "heard": request.POST.get("heard", "")}
    return render(request, "edit/_report.html", context)


@card_door
def resume(request: Request, card: Card, actor: Actor) -> HttpResponse:
    """What was typed before the sign-in ran out, on the form again; nothing is saved by this."""
    _require_text(card, actor)
    draft = drafts.sent(card, request.POST.dict())
    report = outcomes.plain(card, draft, "You are signed in again. Your text is not saved yet.")
    return show(request, card, draft, report, typed=draft.strays)


def show(
    request: Request,
    card: Card,
    draft: Draft,
    report: Report,
    *,
    status: int = 200,
    typed: tuple[Field, ...] = (),
    missing: tuple[Problem, ...] = (),
) -> HttpResponse:
    """`typed` is what the person sent, where the form shows something else now."""
    context = {
        "project": card.project,
        "card": card,
        "draft": draft,
        "report": report,
        "typed": typed,
        "missing": missing,
        "other_formats": [format for format in formats.FORMATS if format != draft.format],
        "marks": marks(card, draft),
        "is_typed": request.method == "POST",
        "work_tree": work_tree_view(card, timezone.now()),
    }
    return render(request, "edit/edit.html", context, status=status)


def _require_text(card: Card, actor: Actor) -> None:
    """There is something here to edit. What was typed all the same stands on the answer."""
    require_writer(actor)
    if not card.project.shows_content:
        raise NotAllowed(NOT_EDITED.capitalize() + ". At the machine: `handoff edit`.")


def _begin(request: Request, card: Card, actor: Actor) -> HttpResponse:
    """With `?format=` the newest note is shown as it would stand in that format; only saving changes anything."""
    draft = drafts.begun(card, card.revision, drafts.known_format(request.GET))
    missing = outcomes.missing(card, actor, draft) if draft.reformats and draft.base else ()
    return show(request, card, draft, outcomes.plain(card, draft), missing=missing)


def _send(card: Card, actor: Actor, draft: Draft) -> Outcome:
    """Whoever sends once more what is on its way already is not in their own way: the page waits for that."""
    try:
        return save_note(card=card, by=actor, now=timezone.now(), write=outcomes.write_of(draft))
    except Blocked as error:
        if not outcomes.is_sent_again(card, actor, draft, error.save):
            raise
        return UnderWay(error.save)


def _saved(request: Request, card: Card, words: str) -> HttpResponseRedirect:
    messages.success(request, words, extra_tags=f"saved {slugify(request.POST.get('draft', ''))[:40]}")
    return redirect("card", card.project.slug, card.key)


def _through_runner(request: Request, card: Card, draft: Draft, save: PendingSave) -> HttpResponse:
    if save.state == SaveState.SAVED:
        return _saved(request, card, outcomes.applied_words(save))
    card.refresh_from_db(fields=["revision", "format", "updated_by_name"])
    problem = work_trees.not_applied(save.why) if save.state == SaveState.FAILED else work_trees.NO_ANSWER
    draft = replace(draft, save=save.pk)
    return show(request, card, draft, outcomes.out_of_step(card, draft, problem), status=409)


def _warnings(outcome: Saved) -> list[str]:
    accepted = outcome.accepted
    return [for_people(each.code, each.says, accepted.document.format) for each in accepted.warnings]


def _not_saved(request: Request, card: Card, draft: Draft, outcome: TurnedDown) -> HttpResponse:
    card.refresh_from_db(fields=["revision", "format", "updated_by_name"])
    report = outcomes.refused(card, draft, outcome.refused)
    if outcome.refused.group is not Group.CONFLICT:
        return show(request, card, draft, report, status=422)
    return show(request, card, drafts.over_newest(card, draft), report, status=409, typed=draft.fields)
