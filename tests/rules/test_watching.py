"""Which open pages look again."""

import pytest

from notes.rules.watching import Happening, Page, concerns

DESK, SHOP, CARD = Page(), Page(project=1), Page(project=1, card=7)


@pytest.mark.parametrize(
    ("verb", "project", "card", "who"),
    [
        ("note.saved", 1, 7, [SHOP, CARD]),
        ("note.saved", 1, 8, [SHOP]),
        ("note.saved", 2, 9, []),
        ("fact.created", 1, 7, [SHOP, CARD]),
        ("round.started", 1, 7, [SHOP, CARD]),
        ("handoff.sent", 1, 8, [SHOP]),
        # What a person may do stands on every page.
        ("member.added", 1, None, [DESK, SHOP, CARD]),
        ("member.changed", 2, None, [DESK]),
        # The page of decisions tells of these, whichever card they are about.
        ("note.refused", 2, 9, [DESK]),
        ("note.late", 1, 7, [DESK, SHOP, CARD]),
        ("handoff.stopped", 2, 9, [DESK]),
        # Every page counts decisions.
        ("escalation.raised", 2, 9, [DESK, SHOP, CARD]),
        ("escalation.answered", 1, 7, [DESK, SHOP, CARD]),
    ],
)
def test_a_page_looks_again_where_it_shows_what_happened(
    verb: str, project: int, card: int | None, who: list[Page]
) -> None:
    happened = Happening(5, project, card, verb)
    assert [page for page in (DESK, SHOP, CARD) if concerns(page, happened)] == who
