"""Rounds: both estimates, the cheaper way, and how a round went."""

from typing import Any

import pytest

from notes.models import Event
from tests.api.doors import Api

ROUNDS = "cards/SHOP-1/rounds"
FRESH = {"note": 3_000, "diff": 500, "checklist": 200, "prompt": 1_300}
COLD = {"model": "claude-opus-4-5-20251101", "session": {"tokens": 100_000, "cache": "cold"}, "fresh": FRESH}


def test_the_first_round_starts_fresh_and_the_next_takes_the_cheaper_way(agent: Api) -> None:
    first = agent.post(ROUNDS, COLD | {"session": None}).body
    assert (first["number"], first["choice"], first["resume_cost"], first["saved"]) == (1, "fresh", None, None)
    second = agent.post(ROUNDS, COLD)
    assert second.status == 201
    assert {name: second.body[name] for name in ("number", "choice", "resume_cost", "fresh_cost", "saved")} == {
        "number": 2,
        "choice": "fresh",
        "resume_cost": "0.500000",
        "fresh_cost": "0.031250",
        "saved": "0.468750",
    }
    assert second.body["prices_of"] == "2026-10-16"
    warm = agent.post(ROUNDS, COLD | {"session": {"tokens": 40_000, "cache": "warm"}}).body
    assert (warm["number"], warm["choice"]) == (3, "resume")
    assert [row["number"] for row in agent.get(ROUNDS).body["rounds"]] == [3, 2, 1]


def test_who_has_started_a_round_already_says_which_way_it_took(agent: Api) -> None:
    resumed = agent.post(ROUNDS, COLD | {"chosen": "resume"}).body
    assert (resumed["choice"], resumed["resume_cost"], resumed["saved"]) == ("resume", "0.500000", None)
    assert resumed["why"] == "The session was resumed; the other way would have been cheaper."
    started = agent.post(ROUNDS, COLD | {"chosen": "fresh", "started_at": "2020-01-01T00:00:00Z"}).body
    assert (started["choice"], started["saved"]) == ("fresh", "0.468750")
    assert started["started_at"] == "2020-01-01T00:00:00+00:00"
    ahead = agent.post(ROUNDS, COLD | {"started_at": "2126-01-01T00:00:00Z"}).body
    assert ahead["started_at"] < "2126"


def test_a_model_without_a_price_gets_no_estimate_and_is_told_so(agent: Api) -> None:
    body = agent.post(ROUNDS, COLD | {"model": "home-grown"}).body
    assert (body["choice"], body["resume_cost"], body["fresh_cost"]) == ("resume", None, None)
    assert "no price for the model 'home-grown'" in body["why"]


def test_a_round_says_how_it_went(agent: Api) -> None:
    agent.post(ROUNDS, COLD)
    change = {"last_commit": "7be21f4", "last_commit_at": "2026-11-12T12:00:00+05:30", "outcome": "succeeded"}
    body = agent.patch(f"{ROUNDS}/1", change).body
    assert (body["last_commit"], body["last_commit_at"]) == ("7be21f4", "2026-11-12T06:30:00+00:00")
    assert body["outcome"] == "succeeded"
    assert agent.patch(f"{ROUNDS}/1", change).body == body
    assert Event.objects.filter(verb="round.changed").count() == 1
    assert agent.patch(f"{ROUNDS}/2", change).codes == ["round.not_found"]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"model": ""}, "request.wrong_value"),
    ({"session": {"tokens": -1, "cache": "cold"}}, "request.wrong_value"),
    ({"session": {"tokens": 1, "cache": "lukewarm"}}, "request.wrong_value"),
    ({"chosen": "cheaper"}, "request.wrong_value"),
    ({"fresh": {}}, "request.missing"),
    ({"fresh": {"note": "3000"}}, "request.wrong_type"),
]


@pytest.mark.parametrize(("change", "code"), WRONG)
def test_what_cannot_be_priced_is_refused(agent: Api, change: dict[str, Any], code: str) -> None:
    assert agent.post(ROUNDS, COLD | change).codes == [code]


def test_a_time_that_no_calendar_has_is_refused(agent: Api) -> None:
    agent.post(ROUNDS, COLD)
    for at in ("0001-01-01T00:00:00+14:00", "2026-11-12T12:00:00", "soon"):
        assert agent.patch(f"{ROUNDS}/1", {"ended_at": at}).status == 422


def test_only_those_who_write_start_rounds(viewer: Api) -> None:
    assert viewer.post(ROUNDS, COLD).status == 403
    assert viewer.get(ROUNDS).body == {"rounds": []}


def test_the_card_says_how_its_newest_round_began(agent: Api) -> None:
    said = []
    for _ in range(2):
        agent.post(ROUNDS, COLD)
        said.append([chip["says"] for chip in agent.get("cards/SHOP-1").body["chips"] if chip["code"] == "round.began"])
    assert said == [[], ["resumed from handoff · saved ≈ $0.47"]]


def test_the_same_key_starts_one_round(agent: Api) -> None:
    first, again = (agent.post(ROUNDS, COLD, Idempotency_Key="k1").body for _ in range(2))
    assert first == again
    assert len(agent.get(ROUNDS).body["rounds"]) == 1


def test_a_note_that_is_older_than_the_last_commit_is_stale(agent: Api) -> None:
    agent.put("cards/SHOP-1/note", {"text": "## Goal\nship it\n"})
    agent.post(ROUNDS, COLD)
    written = agent.get("cards/SHOP-1/note").body["updated_at"]
    for at, stale in (("2020-01-01T00:00:00Z", False), (written, False), ("2126-01-01T00:00:00Z", True)):
        agent.patch(f"{ROUNDS}/1", {"last_commit_at": at})
        assert agent.get("cards/SHOP-1/note").body["stale"] is stale
        assert agent.get("cards/SHOP-1").body["note"]["stale"] is stale
    assert "note.stale" in [chip["code"] for chip in agent.get("cards/SHOP-1").body["chips"]]
