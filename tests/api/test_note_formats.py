"""PUT …/note with `format`: a person changes the format of a note, a program is told that it may not."""

from notes.models import Event, Refusal
from tests.api.doors import Api
from tests.api.test_note_reading import SIX_FIELDS
from tests.cast import Cast, card

NOTE = "cards/SHOP-1/note"
SIX = {"fields": SIX_FIELDS, "format": "six_fields"}


def test_a_person_changes_it(agent: Api, operator: Api) -> None:
    agent.put(NOTE, {"text": "a"})
    saved = operator.put(NOTE, SIX | {"base_revision": 1})
    assert (saved.status, saved.body["revision"]) == (200, 2)
    assert operator.get("cards/SHOP-1").body["format"] == "six_fields"
    assert operator.get(NOTE).body["format"] == "six_fields"
    assert operator.get(f"{NOTE}/revisions/1").body["format"] == "free"
    assert operator.get(f"{NOTE}/revisions/1").body["text"] == "a\n"
    assert operator.get("cards/SHOP-1/facts").body["facts"][0]["value"] == "Rs 15,00,000"
    assert Event.objects.filter(data__format="six_fields").count() == 1


def test_a_program_is_told_that_it_may_not(agent: Api) -> None:
    agent.put(NOTE, {"text": "a"})
    refused = agent.put(NOTE, SIX)
    assert (refused.status, refused.codes) == (422, ["write.format_fixed"])
    assert "only a person may change it" in refused.says
    assert Refusal.objects.count() == 1
    assert agent.put(NOTE, {"text": "b", "format": "free"}).status == 200


def test_the_first_note_may_name_its_format(agent: Api) -> None:
    assert agent.put(NOTE, SIX).status == 201
    assert agent.get("cards/SHOP-1").body["format"] == "six_fields"


def test_it_starts_from_the_newest_revision(agent: Api, operator: Api) -> None:
    for text in ("a", "b"):
        agent.put(NOTE, {"text": text})
    refused = operator.put(NOTE, SIX, If_Match='"1"')
    assert (refused.status, refused.codes, refused.body["base_revision"]) == (409, ["write.moved_on"], 2)
    assert operator.put(NOTE, SIX, If_Match='"2"').status == 200


def test_fields_are_not_for_markdown(operator: Api) -> None:
    assert operator.put(NOTE, SIX | {"format": "nine_sections"}).codes == ["request.fields_of_markdown"]
    assert operator.put(NOTE, SIX | {"format": "nonsense"}).codes == ["request.wrong_value"]


def test_the_check_tells_the_same(agent: Api, operator: Api) -> None:
    agent.put(NOTE, {"text": "a"})
    assert operator.post(f"{NOTE}/check", SIX).body["status"] == 200
    assert agent.post(f"{NOTE}/check", SIX).body["status"] == 422
    assert operator.get(NOTE).body["format"] == "free"


def test_an_agent_that_started_before_is_told_of_the_change(agent: Api, operator: Api) -> None:
    agent.put(NOTE, {"text": "a"})
    operator.put(NOTE, SIX)
    for body in ({"text": "b"}, {"text": "a"}, {"fields": SIX_FIELDS}):
        refused = agent.put(NOTE, body | {"base_revision": 1})
        assert (refused.status, refused.codes) == (409, ["write.format_changed"])
        assert (refused.body["problems"][0]["was"], refused.body["problems"][0]["format"]) == ("free", "six_fields")
    late = agent.put(NOTE, {"text": "b", "base_revision": 1, "on_lock": "restore"})
    assert (late.status, Refusal.objects.get(late=True).text) == (202, "b")
    patched = agent.patch(NOTE, {"section": "", "append": ["b"], "base_revision": 1})
    assert (patched.status, patched.codes) == (409, ["write.format_changed"])


def test_limits_are_those_of_the_new_format(agent: Api, operator: Api) -> None:
    long = "word " * 4000
    agent.put(NOTE, {"text": long})
    refused = operator.put("cards/SHOP-9/note", {"text": f"## Goal\n{long}"})
    assert "format.missing_section" in refused.codes
    assert operator.put("cards/SHOP-9/note", {"text": f"## Goal\n{long}", "format": "free"}).status == 201


def test_the_card_says_where_the_format_is_changed(cast: Cast, operator: Api) -> None:
    card(cast, "SIX", format="six_fields")
    operator.put("cards/SIX/note", {"fields": SIX_FIELDS})
    refused = operator.put("cards/SIX", {"title": "Six", "format": "free"})
    assert (refused.status, refused.codes) == (409, ["card.format_fixed"])
    assert "by PUT …/note with `format`" in refused.says


def test_the_schema_says_who_may(agent: Api) -> None:
    schemas = agent.get("/api/v1/openapi.json").body["components"]["schemas"]
    assert "A person may send `format`" in schemas["NoteIn"]["description"]
    assert "format" in schemas["NoteIn"]["properties"]
    assert "format" not in schemas["PatchIn"]["properties"]
