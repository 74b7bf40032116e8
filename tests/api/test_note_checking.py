"""POST …/note/check: what a write would meet, with nothing written."""

from notes.models import Answer, Event, Refusal, Revision
from tests.api.doors import Api

NOTE = "cards/SHOP-1/note"


def test_a_good_note_would_be_created(agent: Api) -> None:
    checked = agent.post(f"{NOTE}/check", {"text": "one two three"}).body
    assert (checked["ok"], checked["status"], checked["problems"], checked["tokens"]) == (True, 201, [], 4)


def test_it_names_the_problems_and_what_would_pass(agent: Api, operator: Api) -> None:
    operator.put(NOTE, {"text": "keep me\n"})
    answer = agent.post(f"{NOTE}/check", {"text": "- mine\n"})
    assert answer.status == 200
    assert (answer.body["ok"], answer.body["status"], answer.codes) == (False, 423, ["lock.line_missing"])
    assert "keep me" in answer.body["repaired"]


def test_it_writes_nothing_not_even_the_refusal(agent: Api) -> None:
    before = Event.objects.count()
    agent.post(f"{NOTE}/check", {"text": "a"}, Idempotency_Key="k")
    agent.post(f"{NOTE}/check", {"text": "[rest unchanged]"}, Idempotency_Key="k")
    assert Event.objects.count() == before
    assert [model.objects.count() for model in (Revision, Refusal, Answer)] == [0, 0, 0]


def test_it_reads_the_body_as_strictly_as_a_write(agent: Api) -> None:
    assert agent.post(f"{NOTE}/check", {"txt": "a"}).codes == ["request.unknown_field"]
