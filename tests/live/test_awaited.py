"""What is waited for."""

import pytest

from notes.models import Escalation
from notes.queries import awaited


@pytest.mark.parametrize(
    ("state", "waits"), [("open", True), ("questioned", False), ("answered", False), ("withdrawn", False)]
)
def test_only_what_is_open_is_waited_for(state: str, waits: bool) -> None:
    assert awaited.is_awaited(Escalation(state=state)) == waits
