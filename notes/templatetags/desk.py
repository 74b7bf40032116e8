"""Tags of the desk's own pages."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from lucide.templatetags.lucide import lucide

from notes.queries.words import (
    cause_words,
    fact_state_words,
    field_words,
    for_people,
    impact_words,
    kind_words,
    receiver_words,
    title_words,
)
from notes.rules.hygiene.reveal import reveal, spell_out
from notes.rules.problems import Problem
from notes.rules.rounds.words import dollars
from notes.rules.wording import ages, counts

register = template.Library()
register.simple_tag(lucide, name="icon")
register.filter("kind_words", kind_words)
register.filter("cause_words", cause_words)
register.filter("impact_words", impact_words)
register.filter("receiver_words", receiver_words)
register.filter("fact_state_words", fact_state_words)
register.filter("field_words", field_words)
register.filter("title_words", title_words)
register.filter("spelled_out", spell_out)
register.filter("dollars", dollars)


@register.filter("for_people")
def problem_words(problem: Problem, format: str) -> str:
    return for_people(problem.code, problem.says, format)


@register.simple_tag
def when(at: datetime) -> SafeString:
    """How long ago, with the exact time on hover."""
    element = '<time datetime="{}" title="{}">{}</time>'
    return format_html(element, at.isoformat(), ages.exact(at), ages.ago(at, timezone.now()))


@register.simple_tag
def due(at: datetime, now: datetime) -> SafeString:
    """When a decision is due, in the zone of who looks; a late one says so by more than its colour."""
    late = ' class="late"' if at <= now else ""
    element = f'<time{late} datetime="{{}}" title="{{}}">{{}}</time>'
    return format_html(element, at.isoformat(), ages.exact(at), ages.due(at, now))


@register.simple_tag
def until(at: datetime, now: datetime) -> SafeString:
    element = '<time datetime="{}" title="{}">{}</time>'
    return format_html(element, at.isoformat(), ages.exact(at), ages.clock(at, now))


@register.simple_tag
def decisions_heading(count: int) -> str:
    if count == 1:
        return "One decision is waiting for you"
    return f"{counts.in_words(count).capitalize()} decisions are waiting for you"


@register.filter
def words(text: str) -> list[str]:
    return text.split()


@register.filter
def thousands(number: int) -> str:
    return f"{number:,}"


@register.filter
def revealed(text: str) -> SafeString:
    """Text with what is hidden made visible."""
    return format_html_join("", "{}", ((_shown(*run),) for run in reveal(str(text))))


def _shown(text: str, label: str | None) -> SafeString | str:
    if label is None:
        return text
    return format_html('<span class="hid" title="{}">{}</span>', label, label.split(" ")[0])
