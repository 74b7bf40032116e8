"""GET …/events: the history in order."""

from tests.api.doors import Api


def test_it_tells_what_happened_in_order_and_where_to_go_on(agent: Api) -> None:
    start = agent.get("events").body["next"]
    agent.put("cards/NEW-1", {"title": "a"})
    agent.put("cards/NEW-1/note", {"text": "a"})
    agent.put("cards/SHOP-1/note", {"text": "secret plan"})
    first = agent.get(f"events?after={start}&limit=2").body
    assert [(event["verb"], event["card"]) for event in first["events"]] == [
        ("card.created", "NEW-1"),
        ("note.refused", "NEW-1"),
    ]
    assert first["more"]
    last = agent.get(f"events?after={first['next']}").body
    (saved,) = last["events"]
    assert (saved["verb"], saved["by"], saved["data"]["revision"]) == (
        "note.saved",
        {"kind": "agent", "name": "coder"},
        1,
    )
    assert not last["more"]
    assert agent.get(f"events?after={last['next']}").body == {"events": [], "next": last["next"], "more": False}


def test_it_holds_no_text(agent: Api) -> None:
    agent.put("cards/SHOP-1/note", {"text": "secret plan"})
    agent.put("cards/SHOP-1/note", {"text": "[rest of the secret plan unchanged]"})
    assert "secret plan" not in str(agent.get("events").body)


def test_another_project_has_its_own(agent: Api) -> None:
    agent.project = "elsewhere"
    assert agent.get("events").status == 404


def test_what_it_is_asked_is_checked(agent: Api) -> None:
    for query in ("after=-1", "after=x", f"after={2**63}", "limit=0", "limit=501"):
        assert agent.get(f"events?{query}").status == 422
