"""The walls between the rooms stand, and the one who guards them is awake."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.walls import LONGEST, broken

ROOT = Path(__file__).parent.parent
PACKAGES = ("notes", "handoff_site", "handoff_agent")
PAGES = {"templates": "*.html", "static": "*.[jc]s*"}


def sources() -> Iterator[Path]:
    for package in PACKAGES:
        yield from (path for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts)


def test_no_wall_is_broken() -> None:
    found = [says for path in sources() for says in broken(path.relative_to(ROOT).as_posix(), path.read_text())]
    assert not found, "\n".join(["", *found])


def test_tests_and_pages_are_no_longer_than_modules() -> None:
    pages = [path for folder, kind in PAGES.items() for path in (ROOT / folder).rglob(kind)]
    paths = [*pages, *(ROOT / "tests").rglob("*.py"), *(ROOT / "bench").rglob("*.py")]
    too_long = [path.relative_to(ROOT) for path in paths if path.read_text().count("\n") > LONGEST]
    assert not too_long, f"over {LONGEST} lines; give one of their purposes a file of its own: {too_long}"


def test_the_front_door_of_notes_is_empty() -> None:
    """Else the agent side, which imports notes.rules, would load what stands there."""
    assert (ROOT / "notes" / "__init__.py").read_text() == ""


BROKEN = [
    ("notes/rules/locks.py", "import django", "rules imports django"),
    ("notes/rules/locks.py", "from time import monotonic", "rules imports time"),
    ("notes/rules/locks.py", "from notes.models import Card", "it may import no other room"),
    ("notes/rules/locks.py", "from notes import models", "rules imports notes.models"),
    ("notes/rules/locks.py", "from .merge import merge", "write the full name"),
    ("notes/rules/locks.py", "def f(at):\n    return at.now()", "rules calls now()"),
    ("notes/rules/locks.py", "text = open('note')", "rules calls open()"),
    ("notes/models/card.py", "from notes.queries import cards", "it may import rules"),
    ("notes/queries/cards.py", "import notes.actions.notes", "it may import models, rules"),
    ("notes/queries/cards.py", "rows.bulk_create([])", "queries calls .bulk_create()"),
    ("notes/web/cards.py", "from notes.api import router", "web imports notes.api"),
    ("notes/web/cards.py", "card.save()", "web calls .save()"),
    ("notes/web/cards.py", "Card.objects.filter(pk=1).update(title='')", "web calls .update()"),
    ("notes/api/notes.py", "from notes.web import cards", "api imports notes.web"),
    ("notes/api/notes.py", "Card.objects.create()", "api calls .create()"),
    ("notes/actions/notes.py", "from notes.web.cards import page", "actions imports notes.web.cards"),
    ("notes/actions/notes.py", "from django.db.models.signals import post_save", "a signal hides"),
    ("notes/actions/notes.py", "from django.dispatch import receiver", "a signal hides"),
    ("notes/actions/notes.py", "def f():\n    import json", "an import inside a function"),
    ("handoff_site/urls.py", "async def f():\n    from json import loads", "an import inside a function"),
    ("handoff_agent/hook.py", "from notes.models import Card", "it may import notes.rules alone"),
    ("handoff_agent/hook.py", "import notes", "it may import notes.rules alone"),
    ("handoff_agent/hook.py", "from django.conf import settings", "never Django"),
    ("notes/models/card.py", "class Card:\n    def save(self): ...", "Card overrides save()"),
    ("notes/web/helpers.py", "", "“helpers” does not say what is inside"),
    ("notes/rules/text_utils.py", "", "“utils” does not say what is inside"),
    ("notes/services/cards.py", "", "“services” does not say what is inside"),
    ("notes/rules/locks.py", "\n" * (LONGEST + 1), "the file has 401 lines"),
]


@pytest.mark.parametrize(("path", "source", "says"), BROKEN)
def test_it_sees_what_goes_through_a_wall(path: str, source: str, says: str) -> None:
    (found,) = broken(path, source)
    assert says in found


WHOLE = [
    (
        "notes/rules/locks.py",
        "from rapidfuzz import fuzz\nfrom datetime import datetime\nfrom notes.rules import merge",
    ),
    ("notes/models/card.py", "from django.db import models\nfrom notes.rules.problems import Problem"),
    (
        "notes/actions/notes.py",
        "from notes.actions.steps.facts import put\nfrom notes.actions.errors import Refused",
    ),
    ("notes/actions/notes.py", "Card.objects.create()"),
    ("notes/api/notes.py", "@router.delete('/cards')\ndef remove(request): ...\n"),
    ("notes/management/commands/serve.py", "from handoff_site import server"),
    ("notes/admin.py", "from notes.models import Card"),
    ("handoff_agent/hook.py", "from notes.rules.resume import resume"),
    ("handoff_agent/dispatch.py", "def hook():\n    import json"),
    ("notes/rules/locks.py", "\n" * LONGEST),
]


@pytest.mark.parametrize(("path", "source"), WHOLE)
def test_it_lets_through_what_may_pass(path: str, source: str) -> None:
    assert broken(path, source) == []


def test_it_says_where() -> None:
    assert broken("notes/web/cards.py", "x = 1\n\ncard.delete()") == [
        "notes/web/cards.py:3: web calls .delete(): writing is for an action (for a dict or set, use |=)."
    ]
