"""What is waited for, told by one query."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from notes.models import Escalation
from notes.queries import awaited
from tests.cast import NOW, Cast, card


@pytest.mark.parametrize(
    ("state", "waits"), [("open", True), ("questioned", False), ("answered", False), ("withdrawn", False)]
)
def test_only_what_is_open_is_waited_for(cast: Cast, state: str, waits: bool) -> None:
    known = {"project": cast.shop, "card": card(cast, "A"), "by_kind": "agent", "by_name": "coder", "at": NOW}
    escalation = Escalation.objects.create(decision="Ship?", cause="asked", state=state, **known)
    topic = awaited.topic_of(escalation)
    assert awaited.is_awaited(escalation) == waits
    with CaptureQueriesContext(connection) as caught:
        found = awaited.come_to_pass({topic, "escalation:999"})
    assert len(caught) == 1
    assert found == {"escalation:999"} | (set() if waits else {topic})
