"""GET …/note: the newest revision, line by line."""

from notes.actions.notes import NoteWrite, save_note
from notes.queries import access
from tests.api.doors import Api
from tests.cast import NOW, Cast, card

NOTE = "cards/SHOP-1/note"


def test_it_gives_every_line_its_author_time_lock_and_address(cast: Cast, agent: Api, operator: Api) -> None:
    agent.put(NOTE, {"text": "## Goal\nship it\n\n## Next\n- tests\n", "model": "opus"})
    operator.put(NOTE, {"text": "## Goal\nship it\nby Friday\n\n## Next\n- tests\n"})
    note = agent.get(NOTE).body
    assert {name: note[name] for name in ("format", "revision", "updated_by", "stale")} == {
        "format": "free",
        "revision": 2,
        "updated_by": {"kind": "person", "name": "Operator"},
        "stale": False,
    }
    assert note["text"] == "## Goal\nship it\nby Friday\n\n## Next\n- tests\n"
    assert [section["name"] for section in note["sections"]] == ["Goal", "Next"]
    first, second = note["sections"][0]["lines"]
    assert first.pop("written_at") < second.pop("written_at")
    assert first == {
        "text": "ship it",
        "author": {"kind": "agent", "name": "coder", "model": "opus"},
        "locked": False,
        "id": "r1-2",
    }
    assert second == {
        "text": "by Friday",
        "author": {"kind": "person", "name": "Operator", "model": ""},
        "locked": True,
        "id": "r2-3",
    }


def test_it_counts_tokens(agent: Api) -> None:
    agent.put(NOTE, {"text": "one two three"})
    assert agent.get(NOTE).body["tokens"] == 4


def test_blank_lines_are_in_the_text_alone(agent: Api) -> None:
    agent.put(NOTE, {"text": "a\n\nb\n"})
    note = agent.get(NOTE).body
    assert [line["text"] for line in note["sections"][0]["lines"]] == ["a", "b"]
    assert note["text"] == "a\n\nb\n"


def test_it_gives_the_text_alone_where_that_is_asked_for(agent: Api) -> None:
    agent.put(NOTE, {"text": "## Goal\nनमस्ते\n"})
    answer = agent.get(NOTE, Accept="text/markdown")
    assert answer.content.decode() == "## Goal\nनमस्ते\n"
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"


def test_the_text_of_a_json_note_is_json(cast: Cast, agent: Api) -> None:
    card(cast, "SIX", format="six_fields")
    agent.put("cards/SIX/note", {"fields": SIX_FIELDS})
    answer = agent.get("cards/SIX/note", Accept="text/markdown")
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.body == SIX_FIELDS


def test_the_etag_is_the_revision(agent: Api) -> None:
    agent.put(NOTE, {"text": "a"})
    assert agent.get(NOTE).headers["ETag"] == '"1"'


def test_what_is_known_is_not_sent_again(agent: Api) -> None:
    agent.put(NOTE, {"text": "a"})
    known = agent.get(NOTE, If_None_Match='"0", "1"')
    assert (known.status, known.content) == (304, b"")
    assert agent.get(NOTE, If_None_Match='"2"').status == 200


def test_locks_change_the_etag(cast: Cast, agent: Api) -> None:
    """What GET says about a line changes without a new revision."""
    agent.put(NOTE, {"text": "a"})
    access.cards_called(cast.shop.pk, "shop-1").update(locks_version=2)
    assert agent.get(NOTE).headers["ETag"] == '"1.2"'
    assert agent.put(NOTE, {"text": "a\nb"}, If_Match='"1.2"').status == 200


def test_keys_are_read_without_letter_case(agent: Api) -> None:
    agent.put("cards/shop-1/note", {"text": "a"})
    assert agent.get("cards/Shop-1/note").body["revision"] == 1


def test_a_card_without_a_note_says_so(agent: Api) -> None:
    answer = agent.get(NOTE)
    assert (answer.status, answer.codes) == (404, ["note.not_found"])


def test_reading_changes_nothing(cast: Cast, agent: Api) -> None:
    by, found = cast.actor(cast.operator), access.card(cast.shop, "SHOP-1")
    save_note(card=found, by=by, now=NOW, write=NoteWrite("a"))
    before = agent.get("events").body
    agent.get(NOTE)
    agent.get("cards/SHOP-1")
    assert agent.get("events").body == before
    assert agent.get(NOTE).body["updated_at"] == NOW.isoformat()


SIX_FIELDS = {
    "goal": "bid in time",
    "done": ["read the tender"],
    "must_carry": {"EMD": "Rs 15,00,000"},
    "open_questions": [],
    "next_action": "ask for the corrigendum",
    "sources": {"EMD": "Corrigendum 2, page 1"},
}
