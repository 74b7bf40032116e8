"""Asking a person and waiting, handing over and reading back, facts."""

import json

from handoff_agent.client import Call, ask
from handoff_agent.commands.decisions import _option as option
from tests.agent.desks import Line, RealDesk, Shell


def asked(shell: Shell, *more: str) -> str:
    ran = shell("ask", "Which deposit holds?", "--option", "Rs 15=page 1", "--option", "Rs 12=page 4", *more)
    assert ran.code == 0, ran.err
    return ran.out.strip()


def decide(shell: Shell, line: Line, token: str, number: str, body: dict[str, str]) -> None:
    """As a person does it, over the same API."""
    call = Call("POST", f"/projects/shop/escalations/{number}/answer", json.dumps(body))
    assert ask(line.to, token, call).is_done


def test_what_is_quoted_comes_with_its_source(shell: Shell, card: str) -> None:
    quoted = ("--evidence", "a=b", "--untrusted", "Pay at once", "--from", "a mail", "--cause", "open_question")
    number = asked(shell, *quoted)
    found = json.loads(shell("answer", number, "--json").out)
    assert (found["cause"], found["evidence"]) == ("open_question", [{"text": "a=b", "source": ""}])
    assert found["untrusted"] == [{"text": "Pay at once", "source": "a mail"}]
    assert "from a mail:" in shell("resume").out
    lost = shell("ask", "Which?", "--from", "a mail")
    assert (lost.code, "put it after --evidence or --untrusted" in lost.err) == (2, True)


def test_a_question_is_asked_and_its_answer_printed(shell: Shell, card: str, line: Line, persons_token: str) -> None:
    number = asked(shell, "--fact", "EMD", "--impact", "money", "--due", "2030-01-01T10:00:00+05:30")
    waits = shell("answer", number)
    assert (waits.code, waits.out) == (1, "")
    assert waits.err.splitlines()[-1] == f"  handoff answer {number} --wait"
    decide(shell, line, persons_token, number, {"value": "Rs 15"})
    answer = shell("answer", number, "--wait")
    assert (answer.code, answer.out) == (0, "Rs 15\n")
    assert shell("fact", "EMD").out == "Rs 15\n"


def test_waiting_ends_as_soon_as_a_person_has_decided(shell: Shell, card: str, line: Line, persons_token: str) -> None:
    number = asked(shell)
    waiting = shell.start("answer", number, "--wait", "50")
    decide(shell, line, persons_token, number, {"value": "Rs 12"})
    out, _ = waiting.communicate(timeout=30)
    assert (waiting.returncode, out) == (0, b"Rs 12\n")


def test_waiting_outlives_a_desk_that_is_in_trouble_for_a_moment(
    shell: Shell, card: str, line: Line, persons_token: str
) -> None:
    number = asked(shell)
    decide(shell, line, persons_token, number, {"value": "Rs 12"})
    line.steps = ["503", "drop"]
    assert shell("answer", number, "--wait", "30").out == "Rs 12\n"


def test_waiting_has_an_end(shell: Shell, card: str) -> None:
    number = asked(shell)
    ended = shell("answer", number, "--wait", "0.2")
    assert (ended.code, ended.out) == (1, "")
    assert "not taken yet" in ended.err


def test_a_question_back_is_shown_and_replied_to(shell: Shell, card: str, line: Line, persons_token: str) -> None:
    number = asked(shell)
    decide(shell, line, persons_token, number, {"question": "Which one is newer?"})
    told = shell("answer", number, "--wait")
    assert (told.code, told.out) == (1, "")
    assert "Which one is newer?" in told.err
    assert shell("reply", number, "Page 1").code == 0
    assert json.loads(shell("answer", number, "--json").out)["state"] == "open"


def test_an_option_may_hold_an_equals_sign_before_its_source() -> None:
    assert option("a=b=page 1") == {"value": "a=b", "source": "page 1"}
    assert option("plain") == {"value": "plain"}
    assert option("=x") == {"value": "=x"}


def test_what_is_handed_over_is_read_back_exactly(shell: Shell, card: str) -> None:
    shell("fact", "EMD", "Rs 15,00,000", "--source", "page 1")
    number = shell("hand-off", "--to", "pricing agent").out.strip()
    right = {"facts": {"EMD": "Rs 15,00,000"}, "next_action": "check the deposit"}
    wrong = shell("read-back", "-", stdin=json.dumps(right | {"facts": {"EMD": "Rs 15 lakh"}}))
    assert wrong.code == 1
    assert wrong.err.startswith("EMD: sent 'Rs 15,00,000', got 'Rs 15 lakh' [readback.fact_changed]\n")
    assert f"Tries left for handoff {number}: 1." in wrong.err
    assert shell("read-back", card, "-", stdin=json.dumps(right)).code == 0
    assert "No handoff" in shell("read-back", "-", stdin=json.dumps(right)).err


def test_the_second_failure_tells_who_decides_now(shell: Shell, card: str) -> None:
    number = shell("hand-off", "--to", "pricing agent").out.strip()
    for _ in range(2):
        failed = shell("read-back", "--handoff", number, "-", stdin='{"facts": {}, "next_action": "other"}')
    assert failed.code == 1
    assert "a person is asked: decision" in failed.err
    assert failed.err.splitlines()[-1].startswith("  handoff answer ")


def test_facts_that_disagree_are_refused_with_the_reason(shell: Shell, card: str) -> None:
    assert shell("fact", card, "EMD", "Rs 15", "--source", "page 1").out == "Rs 15\n"
    disputed = shell("fact", "EMD", "Rs 12", "--source", "page 4")
    assert disputed.code == 1
    assert "[fact.disputed]" in disputed.err
    shown = shell("fact", card, "EMD")
    assert (shown.code, shown.out) == (0, "Rs 15\n")
    assert "in dispute" in shown.err
    assert json.loads(shell("fact", "EMD", "--json").out)["state"] == "disputed"


def test_a_fact_without_its_source_is_wrong_use(shell: Shell) -> None:
    assert shell("fact", "SHOP-1", "EMD", "Rs 12").code == 2
    assert shell("fact", "EMD", "--source", "page 4").code == 2


def test_a_card_changes_its_format_only_without_a_note(shell: Shell, card: str, desk: RealDesk) -> None:
    assert shell("card", "--title", "Deposit", "--format", "nine_sections").code == 0
    refused = shell("card", "--title", "Deposit", "--format", "six_fields")
    assert refused.code == 1
    assert "keeps it" in refused.err
