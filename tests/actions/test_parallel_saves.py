"""Two writers at once, through the real action: nothing is lost, nothing is doubled, nobody is told a lie."""

from functools import partial

import pytest

from notes.actions.cards import CardWrite, put_card
from notes.actions.facts import set_fact
from notes.actions.notes import NoteWrite, Outcome, Saved, TurnedDown, save_note
from notes.actions.steps.answers import AnsweredBefore, Keyed, Rendered
from notes.models import Answer, Card, Event, Fact, Refusal, Revision
from notes.queries import access
from notes.rules.facts.decisions import FactValue
from tests.actions.pair import Pair
from tests.cast import NOW, Cast, card, token_of

PAIRS = 50

pytestmark = pytest.mark.django_db(transaction=True)


def outcomes(both: tuple[Outcome, Outcome]) -> list[str]:
    return sorted(str(_outcome(one)) for one in both)


def _outcome(outcome: Outcome) -> str:
    if isinstance(outcome, TurnedDown):
        return outcome.refused.group
    assert isinstance(outcome, Saved)
    if outcome.accepted.unchanged:
        return "unchanged"
    return "merged" if outcome.accepted.merged else "saved"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{a}\n\nmiddle\n\n{b}\n", ["merged", "saved"]),
        ("top\n{a}{b}\n", ["conflict", "saved"]),
        ("top\nsame {n}\n", ["saved", "unchanged"]),
    ],
    ids=["different lines", "the same line", "the same text"],
)
def test_each_accepted_save_is_one_revision(cast: Cast, pair: Pair, text: str, expected: list[str]) -> None:
    held = card(cast, "SHOP-1")
    save(cast, held, text.format(a="a", b="b", n=0))
    for number in range(PAIRS):
        base = Revision.objects.latest("number")
        assert outcomes(pair.at_once(partial(one_of_a_pair, cast, held, text, base, number))) == expected
    accepted = 1 + PAIRS * sum(outcome in ("saved", "merged") for outcome in expected)
    numbers = Revision.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, accepted + 1))
    assert Card.objects.get().revision == accepted
    assert Event.objects.filter(verb="note.saved").count() == accepted
    assert Refusal.objects.count() == PAIRS * expected.count("conflict")


def one_of_a_pair(cast: Cast, held: Card, text: str, base: Revision, number: int, who: str) -> Outcome:
    """Sends the newest text with the writer's own line changed, or with the line of both."""
    if text.startswith("{a}"):
        lines = base.text.split("\n")
        lines[0 if who == "a" else 4] = f"{who} {number}"
        return save(cast, held, "\n".join(lines), base.number)
    return save(cast, held, text.format(a=who, b=number, n=number + 1), base.number)


def save(cast: Cast, held: Card, text: str, base: int | None = None, keyed: Keyed[Outcome] | None = None) -> Outcome:
    write = NoteWrite(text, base_revision=base)
    return save_note(card=held, by=cast.coder, now=NOW, write=write, keyed=keyed)


def test_of_two_first_notes_one_is_the_note(cast: Cast, pair: Pair) -> None:
    for number in range(10):
        held = card(cast, f"NEW-{number}")

        def first_note(who: str, held: Card = held) -> Outcome:
            return save(cast, held, f"{held.key} by {who}", base=0)

        assert outcomes(pair.at_once(first_note)) == ["conflict", "saved"]
        assert Revision.objects.filter(card=held).count() == 1


def test_of_two_with_one_key_one_writes_and_both_get_its_answer(cast: Cast, pair: Pair) -> None:
    held, secret = card(cast, "SHOP-1"), token_of(cast, "coder")
    token = access.holder(secret)
    assert token
    for number in range(20):
        keyed = Keyed(token.pk, f"key {number}", "digest", told)

        def write(_who: str, number: int = number, keyed: Keyed[Outcome] = keyed) -> Rendered:
            try:
                return told(save(cast, held, f"text {number}", keyed=keyed))
            except AnsweredBefore as before:
                return before.status, before.body, before.headers

        first, second = pair.at_once(write)
        assert first == second == (200, {"revision": number + 1}, {"ETag": str(number + 1)})
    assert Revision.objects.count() == Answer.objects.count() == 20


def told(outcome: Outcome) -> Rendered:
    revision = outcome.revision if isinstance(outcome, Saved) else 0
    return 200, {"revision": revision}, {"ETag": str(revision)}


def test_of_two_new_cards_of_one_key_one_is_made(cast: Cast, pair: Pair) -> None:
    for number in range(20):

        def make(who: str, number: int = number) -> bool:
            key = f"{'new' if who == 'a' else 'NEW'}-{number}"
            return put_card(key=key, by=cast.coder, now=NOW, write=CardWrite(title=who)).created

        assert sorted(pair.at_once(make)) == [False, True]
    assert Card.objects.count() == 20


def test_of_two_values_at_once_one_is_current(cast: Cast, pair: Pair) -> None:
    held = card(cast, "SHOP-1")
    for number in range(20):

        def claim(who: str, number: int = number) -> str:
            value = FactValue(f"value of {who}", "text", f"source of {who}")
            put = set_fact(card=held, name=f"fact {number}", new=value, by=cast.coder, now=NOW)
            return put.decision.outcome

        assert sorted(pair.at_once(claim)) == ["created", "disputed"]
    assert Fact.objects.filter(state="current").count() == Fact.objects.filter(state="rival").count() == 20
