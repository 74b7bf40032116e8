"""Handing over and reading back, as agents do it."""

from typing import Any

import pytest

from notes.models import Event, Handoff, ReadBack
from tests.api.doors import Answer, Api, api_of
from tests.cast import Cast

HANDOFFS = "cards/SHOP-1/handoffs"
PRICING = {"to": "pricing", "kind": "agent"}
NEXT = "Check the turnover rule for the last 3 years"
RIGHT: dict[str, Any] = {"facts": {"EMD": "Rs 15,00,000"}, "next_action": NEXT}
WRONG: dict[str, Any] = {"facts": {"EMD": "Rs 15 lakh"}, "next_action": NEXT}


@pytest.fixture
def reader(agent: Api) -> Api:
    """An agent whose note names a next action, with a fact beside it."""
    agent.put("cards/SHOP-1/note", {"text": f"## Goal\nbid\n\n## Next\n- {NEXT}\n"})
    agent.put("cards/SHOP-1/facts/EMD", {"value": "Rs 15,00,000", "source": "Corrigendum 2, page 1"})
    return agent


def hand_over(api: Api, **more: Any) -> Answer:
    answer = api.post(HANDOFFS, PRICING | more)
    assert answer.status == 201, answer.body
    return answer


def test_it_answers_with_all_that_is_to_be_read_back(reader: Api) -> None:
    body = hand_over(reader, trace="s3://traces/7").body
    number = Handoff.objects.get().pk
    assert body["facts"] == RIGHT["facts"]
    assert body["sources"] == {"EMD": "Corrigendum 2, page 1"}
    assert (body["next_action"], body["state"], body["disputed"]) == (NEXT, "sent", [])
    assert body["note"].endswith("/api/v1/projects/shop/cards/SHOP-1/note/revisions/1")
    assert body["read_back"].endswith(f"/api/v1/projects/shop/handoffs/{number}/read-back")
    assert "trace" not in str(body)


def test_the_addresses_in_it_lead_there(reader: Api) -> None:
    body = hand_over(reader).body
    note, read_back = (body[name].split("/api", 1)[1] for name in ("note", "read_back"))
    assert reader.get(f"/api{note}").body["text"].startswith("## Goal")
    assert reader.post(f"/api{read_back}", RIGHT).body == {
        "ok": True, "problems": [], "tries_left": 1, "state": "accepted"
    }  # fmt: skip


def test_the_story_of_the_seed(reader: Api) -> None:
    address = f"handoffs/{hand_over(reader).body['id']}"
    first = reader.post(f"{address}/read-back", WRONG)
    assert (first.status, first.body["ok"], first.body["tries_left"], first.body["state"]) == (200, False, 1, "sent")
    (problem,) = first.body["problems"]
    assert problem == {
        "code": "readback.fact_changed",
        "says": "EMD: sent 'Rs 15,00,000', got 'Rs 15 lakh'",
        "fact": "EMD",
        "sent": "Rs 15,00,000",
        "got": "Rs 15 lakh",
    }
    second = reader.post(f"{address}/read-back", {"facts": {}}).body
    assert (second["tries_left"], second["state"]) == (0, "stopped")
    assert [each["says"] for each in second["problems"]] == [
        "EMD: sent 'Rs 15,00,000', got None", "next_action: not restated exactly"
    ]  # fmt: skip
    asked = second["escalation"]
    assert asked["url"].endswith(f"/d/{asked['id']}/")
    third = reader.post(f"{address}/read-back", RIGHT)
    assert (third.status, third.codes) == (409, ["handoff.stopped"])
    shown = reader.get(address).body
    assert [(each["number"], each["facts"], each["next_action"]) for each in shown["tries"]] == [
        (1, WRONG["facts"], NEXT), (2, {}, None)
    ]  # fmt: skip
    assert (shown["state"], shown["escalation"], shown["settled_by"]["name"]) == ("stopped", asked, "coder")


def test_a_fact_in_dispute_is_named(reader: Api) -> None:
    reader.put("cards/SHOP-1/facts/EMD", {"value": "Rs 12,00,000", "source": "Price list"})
    body = hand_over(reader).body
    assert (body["facts"], body["disputed"]) == (RIGHT["facts"], ["EMD"])


def test_the_newest_stand_first_page_by_page(reader: Api) -> None:
    made = [hand_over(reader).body["id"] for _ in range(23)]
    first = reader.get(HANDOFFS).body
    rest = reader.get(f"{HANDOFFS}?before={first['next']}").body
    assert [each["id"] for each in first["handoffs"] + rest["handoffs"]] == made[::-1]
    assert rest["next"] is None


def test_the_same_key_hands_over_once_and_tries_once(reader: Api) -> None:
    first, again = (reader.post(HANDOFFS, PRICING, Idempotency_Key="one") for _ in "ab")
    assert first.body == again.body
    address = f"handoffs/{first.body['id']}/read-back"
    tried, told = (reader.post(address, WRONG, Idempotency_Key="two") for _ in "ab")
    assert tried.body == told.body
    assert (Handoff.objects.count(), ReadBack.objects.count()) == (1, 1)


def test_the_same_right_read_back_needs_no_key(reader: Api) -> None:
    address = f"handoffs/{hand_over(reader).body['id']}/read-back"
    first, again = (reader.post(address, RIGHT) for _ in "ab")
    assert first.body == again.body
    assert reader.post(address, WRONG).codes == ["handoff.accepted"]


BAD = [
    (HANDOFFS, PRICING | {"kind": "dog"}, 422, "request.wrong_value"),
    (HANDOFFS, {"kind": "agent"}, 422, "request.missing"),
    (HANDOFFS, PRICING | {"to": ""}, 422, "request.wrong_value"),
    (HANDOFFS, PRICING | {"to": "a\nb"}, 422, "request.wrong_value"),
    (HANDOFFS, PRICING | {"to": "  "}, 422, "handoff.bad_to"),
    (HANDOFFS, PRICING | {"facts": {}}, 422, "request.unknown_field"),
    ("cards/SHOP-9/handoffs", PRICING, 409, "handoff.no_note"),
    ("cards/SHOP-404/handoffs", PRICING, 404, "card.not_found"),
    ("handoffs/{id}/read-back", {"next_action": NEXT}, 422, "request.missing"),
    ("handoffs/{id}/read-back", {"facts": {"EMD": 1500000}}, 422, "request.wrong_type"),
    ("handoffs/{id}/read-back", {"facts": {"EMD": "a\0"}}, 422, "request.not_text"),
    ("handoffs/{id}/read-back", {"facts": {"EMD\0": "a"}}, 422, "request.not_text"),
    ("handoffs/99999/read-back", RIGHT, 404, "handoff.not_found"),
    ("handoffs/0/read-back", RIGHT, 422, "request.wrong_value"),
]


@pytest.mark.parametrize(("path", "body", "status", "code"), BAD)
def test_what_is_not_right_is_told_and_is_no_try(
    path: str, body: dict[str, Any], status: int, code: str, reader: Api
) -> None:
    address = path.format(id=hand_over(reader).body["id"])
    answer = reader.post(address, body)
    assert (answer.status, answer.codes) == (status, [code])
    assert not ReadBack.objects.exists()


def test_null_is_a_fact_that_was_left_out(reader: Api) -> None:
    answer = reader.post(f"handoffs/{hand_over(reader).body['id']}/read-back", RIGHT | {"facts": {"EMD": None}})
    assert [problem["code"] for problem in answer.body["problems"]] == ["readback.fact_missing"]


def test_who_may_do_what(reader: Api, viewer: Api, cast: Cast) -> None:
    number = hand_over(reader).body["id"]
    assert viewer.get(f"handoffs/{number}").status == viewer.get(HANDOFFS).status == 200
    assert viewer.post(HANDOFFS, PRICING).status == viewer.post(f"handoffs/{number}/read-back", RIGHT).status == 403
    outsider = api_of(cast, cast.outsider, project="elsewhere")
    assert outsider.get(f"handoffs/{number}").codes == ["handoff.not_found"]
    assert outsider.post(f"handoffs/{number}/read-back", RIGHT).codes == ["handoff.not_found"]


def test_what_goes_to_a_person_no_program_reads_back(reader: Api) -> None:
    number = hand_over(reader, kind="person", to="bids manager").body["id"]
    assert reader.post(f"handoffs/{number}/read-back", RIGHT).codes == ["request.not_allowed"]


def test_the_history_tells_of_it_without_values(reader: Api) -> None:
    address = f"handoffs/{hand_over(reader).body['id']}/read-back"
    reader.post(address, WRONG)
    events = [event for event in reader.get("events").body["events"] if event["verb"].startswith("handoff.")]
    assert [event["verb"] for event in events] == ["handoff.sent", "handoff.misread"]
    assert events[1]["data"]["codes"] == ["readback.fact_changed"]
    assert "15" not in str(Event.objects.latest("pk").data.get("codes"))
