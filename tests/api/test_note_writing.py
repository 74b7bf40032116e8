"""PUT …/note: whole notes, with merge, locks and all that can be wrong with one."""

from notes.models import Event, Refusal, Revision
from tests.api.doors import Api
from tests.api.test_note_reading import SIX_FIELDS
from tests.cast import Cast, card

NOTE = "cards/SHOP-1/note"
NINE = "cards/SHOP-9/note"
# Put together here, so that nobody's scanner takes it for a real one.
SECRET = "ghp_" + "a1B2" * 9


def test_the_first_note_is_created_and_the_next_one_saved(agent: Api) -> None:
    first = agent.put(NOTE, {"text": "a"})
    assert (first.status, first.headers["ETag"]) == (201, '"1"')
    assert first.body == {"revision": 1, "warnings": [], "merged": False, "unchanged": False}
    assert agent.put(NOTE, {"text": "b", "base_revision": 1}).status == 200


def test_a_save_that_changes_nothing_says_so(agent: Api) -> None:
    agent.put(NOTE, {"text": "a"})
    again = agent.put(NOTE, {"text": "a\r\n"})
    assert (again.status, again.body["revision"], again.body["unchanged"]) == (200, 1, True)


def test_a_warning_does_not_refuse(agent: Api) -> None:
    saved = agent.put(NOTE, {"text": "\ufeffa"})
    assert [warning["code"] for warning in saved.body["warnings"]] == ["format.byte_order_mark"]


def test_it_keeps_model_and_round(agent: Api) -> None:
    agent.put(NOTE, {"text": "a", "model": "opus", "round": 3})
    assert Revision.objects.values_list("model", "round").get() == ("opus", 3)


def test_a_json_note_comes_as_fields_or_as_text(cast: Cast, agent: Api) -> None:
    card(cast, "SIX", format="six_fields")
    assert agent.put("cards/SIX/note", {"fields": SIX_FIELDS}).status == 201
    assert agent.get("cards/SIX/facts").body["facts"][0]["value"] == "Rs 15,00,000"
    text = agent.get("cards/SIX/note").body["text"]
    assert agent.put("cards/SIX/note", {"text": text}).body["unchanged"]


def test_it_is_text_or_fields(agent: Api) -> None:
    for body in ({}, {"text": "a", "fields": {}}):
        answer = agent.put(NOTE, body)
        assert (answer.status, answer.codes) == (422, ["request.text_or_fields"])
    assert agent.put(NOTE, {"fields": {"goal": "a"}}).codes == ["request.fields_of_markdown"]


def test_every_reason_of_the_format_is_named(agent: Api) -> None:
    answer = agent.put(NINE, {"text": "## Goal\nship it\n\n## Nxt\n- tests\n"})
    assert answer.status == 422
    assert answer.codes == ["format.missing_section", "format.unknown_section"]
    unknown = next(p for p in answer.body["problems"] if p["code"] == "format.unknown_section")
    assert (unknown["section"], unknown["line"]) == ("Nxt", 4)
    assert "Did you mean “Next”?" in unknown["says"]


def test_what_touches_different_lines_is_merged(agent: Api, operator: Api) -> None:
    agent.put(NOTE, {"text": "a\nb\nc\nd\n"})
    operator.put(NOTE, {"text": "A\nb\nc\nd\n", "base_revision": 1})
    merged = agent.put(NOTE, {"text": "a\nb\nc\nD\n", "base_revision": 1})
    assert (merged.status, merged.body["revision"], merged.body["merged"]) == (200, 3, True)
    assert agent.get(NOTE).body["text"] == "A\nb\nc\nD\n"


def test_a_conflict_shows_base_theirs_and_yours(agent: Api, operator: Api) -> None:
    agent.put(NOTE, {"text": "## Goal\na\n"})
    operator.put(NOTE, {"text": "## Goal\nb\n", "base_revision": 1})
    answer = agent.put(NOTE, {"text": "## Goal\nc\n"}, If_Match='"1"')
    assert (answer.status, answer.codes) == (409, ["write.conflict"])
    assert answer.body["base_revision"] == 2
    (problem,) = answer.body["problems"]
    assert (problem["base"], problem["theirs"], problem["yours"]) == (["a"], ["b"], ["c"])
    assert problem["section"] == "Goal"


def test_two_first_notes_do_not_overwrite_each_other(agent: Api, operator: Api) -> None:
    """Revision 0 is the empty note that both began with."""
    operator.put(NOTE, {"text": "mine", "base_revision": 0})
    assert agent.put(NOTE, {"text": "ours", "base_revision": 0}).codes == ["write.conflict"]


def test_a_base_that_never_was_is_named(agent: Api) -> None:
    agent.put(NOTE, {"text": "a"})
    answer = agent.put(NOTE, {"text": "b", "base_revision": 7})
    assert (answer.status, answer.codes) == (422, ["write.unknown_base"])


def test_the_base_is_said_in_one_way(agent: Api) -> None:
    agent.put(NOTE, {"text": "a"})
    assert agent.put(NOTE, {"text": "b", "base_revision": 1}, If_Match='"2"').codes == ["request.two_bases"]
    assert agent.put(NOTE, {"text": "b"}, If_Match="newest").codes == ["request.bad_if_match"]
    assert agent.put(NOTE, {"text": "b", "base_revision": 1}, If_Match='"1"').status == 200


def test_a_locked_line_is_refused_and_the_repaired_text_passes(agent: Api, operator: Api) -> None:
    operator.put(NOTE, {"text": "## Goal\nEMD: Rs 15,00,000\n"})
    answer = agent.put(NOTE, {"text": "## Goal\nEMD: Rs 15 lakh\n- more\n"})
    assert (answer.status, answer.codes) == (423, ["lock.line_changed"])
    (problem,) = answer.body["problems"]
    assert (problem["locked"], problem["yours"]) == ("EMD: Rs 15,00,000", "EMD: Rs 15 lakh")
    assert (problem["author"], problem["line"]) == ("Operator", 2)
    again = agent.put(NOTE, {"text": answer.body["repaired"], "base_revision": answer.body["base_revision"]})
    assert again.status == 200
    assert agent.get(NOTE).body["text"] == "## Goal\nEMD: Rs 15,00,000\n- more\n"


def test_locked_lines_are_put_back_where_the_writer_cannot_try_again(agent: Api, operator: Api) -> None:
    operator.put(NOTE, {"text": "keep me\n"})
    saved = agent.put(NOTE, {"text": "- done\n", "on_lock": "restore"})
    assert saved.status == 200
    assert [problem["code"] for problem in saved.body["restored"]] == ["lock.line_missing"]
    assert "keep me" in agent.get(NOTE).body["text"]


def test_a_conflict_of_one_who_cannot_try_again_is_kept_as_late(agent: Api, operator: Api) -> None:
    agent.put(NOTE, {"text": "a\n"})
    operator.put(NOTE, {"text": "b\n", "base_revision": 1})
    late = agent.put(NOTE, {"text": "c\n", "base_revision": 1, "on_lock": "restore"})
    assert (late.status, late.body["late"], late.body["revision"]) == (202, True, 2)
    assert late.headers["Content-Type"] == "application/json"
    assert Refusal.objects.values_list("late", "text").get() == (True, "c\n")
    assert {"code": "note.late", "says": "late, not applied"} in agent.get("cards/SHOP-1").body["chips"]


def test_a_doubt_is_refused_until_it_is_confirmed(agent: Api) -> None:
    agent.put(NOTE, {"text": "".join(f"- step {number}\n" for number in range(20))})
    body = {"text": "- all done\n"}
    assert agent.put(NOTE, body).codes == ["write.shrinks"]
    assert agent.put(NOTE, body | {"confirm": ["write.shrinks"]}).status == 200


def test_a_secret_is_refused_and_stored_nowhere(agent: Api) -> None:
    for body in ({"text": f"- token {SECRET}"}, {"text": "a", "model": SECRET}):
        answer = agent.put(NOTE, body, Idempotency_Key=str(len(body)))
        assert answer.status == 422
        assert SECRET not in answer.content.decode()
    agent.put(NINE, {"text": f"## {SECRET}\n"})
    stored = [*Refusal.objects.values("problems", "text"), *Event.objects.values("data")]
    assert SECRET not in str(stored)


def test_a_refusal_is_recorded_and_the_note_untouched(agent: Api) -> None:
    agent.put(NOTE, {"text": "a"})
    agent.put(NOTE, {"text": "[rest unchanged]"})
    assert agent.get(NOTE).body["text"] == "a\n"
    assert [problem["code"] for problem in Refusal.objects.get().problems] == ["write.elided"]
    assert Event.objects.latest("pk").data == {"codes": ["write.elided"]}


def test_what_no_text_can_hold_is_refused(cast: Cast, agent: Api) -> None:
    card(cast, "SIX", format="six_fields")
    assert agent.put(NOTE, {"text": "a\0b"}).codes == ["format.not_text"]
    assert agent.put(NOTE, b'{"text": "a\\ud800"}').codes == ["format.not_text"]
    assert agent.put("cards/SIX/note", b'{"fields": {"a\\ud800": "\\u0000"}}').status == 422
    assert agent.put("cards/SIX/note", b'{"text": "{\\"\\\\u0000\\\\ud800\\": 1}"}').status == 422
