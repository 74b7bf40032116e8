"""When a session worked on a card without telling its note."""

from handoff_agent.hooks.spans import Span, begun, ended, told

ROUND = (Span(50.0),)


def test_spans_begin_once_end_and_are_told_up_to_a_moment() -> None:
    assert begun((), 50.0) == ROUND
    assert begun(ROUND, 70.0) == ROUND
    assert ended(ROUND, 60.0) == (Span(50.0, 60.0),)
    twice = begun(ended(ROUND, 60.0), 70.0)
    assert twice == (Span(50.0, 60.0), Span(70.0))
    assert told(twice, 55.0) == (Span(55.0, 60.0), Span(70.0))
    assert told(twice, 80.0) == (Span(80.0),)
