"""In which spans of time a session worked on a card without telling its note. Seconds; an end of 0 is still to come."""

from typing import NamedTuple


class Span(NamedTuple):
    since: float
    until: float = 0.0


Spans = tuple[Span, ...]


def begun(spans: Spans, at: float) -> Spans:
    """What is under way goes on."""
    return spans if any(not span.until for span in spans) else (*spans, Span(at))


def ended(spans: Spans, at: float) -> Spans:
    return tuple(span if span.until else Span(span.since, max(span.since, at)) for span in spans)


def told(spans: Spans, at: float) -> Spans:
    """What was done until then stands in the note."""
    return tuple(Span(max(span.since, at), span.until) for span in spans if not span.until or span.until > at)
