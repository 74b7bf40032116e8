"""Two writers at once, through the real action: nothing is lost, nothing is doubled, nobody is told a lie."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import TypeVar

import pytest
from django.db import connection

from notes.actions.cards import CardWrite, put_card
from notes.actions.facts import set_fact
from notes.actions.notes import NoteWrite, Outcome, Saved, TurnedDown, save_note
from notes.actions.steps.answers import AnsweredBefore, Keyed
from notes.models import Answer, Card, Event, Fact, Refusal, Revision, Token
from notes.rules.fact_decisions import FactValue
from notes.rules.verdicts import Group
from tests.cast import NOW, Cast, card, token_of

PAIRS = 50
T = TypeVar("T")

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def two_at_once() -> Iterator[Callable[[Callable[[str], T]], tuple[T, T]]]:
    """Runs a function for both writers of a pair at the same moment, each on a connection of its own."""
    start = Barrier(2, timeout=20)

    def run(write: Callable[[str], T], who: str) -> T:
        start.wait()
        return write(who)

    with ThreadPoolExecutor(2) as pool:
        yield lambda write: tuple(pool.map(lambda who: run(write, who), "ab"))  # type: ignore[return-value]
        closing = Barrier(2, timeout=20)
        list(pool.map(lambda _: (closing.wait(), connection.close()), "ab"))


def outcomes(pair: tuple[Outcome, Outcome]) -> list[str]:
    return sorted(_outcome(one) for one in pair)


def _outcome(outcome: Outcome) -> str:
    if isinstance(outcome, TurnedDown):
        return outcome.refused.group
    if outcome.accepted.unchanged:
        return "unchanged"
    return "merged" if outcome.accepted.merged else "saved"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{a}\n\nmiddle\n\n{b}\n", {("merged", "saved")}),
        ("top\n{a}{b}\n", {("conflict", "saved")}),
        # The second one meets its own text: whether it is seen before or after the merge is all one.
        ("top\nsame {n}\n", {("saved", "unchanged")}),
    ],
    ids=["different lines", "the same line", "the same text"],
)
def test_each_accepted_save_of_a_pair_is_one_revision(
    cast: Cast, text: str, expected: set[tuple[str, str]]
) -> None:
    held = card(cast, "SHOP-1")
    first = text.format(a="a", b="b", n=0)
    save_note(card=held, by=cast.coder, now=NOW, write=NoteWrite(first, model="start"))
    seen: Counter[tuple[str, ...]] = Counter()
    accepted = 1
    with two_at_once() as both:
        for number in range(PAIRS):
            base = Card.objects.get(pk=held.pk).revision
            newest = Revision.objects.get(card=held, number=base).text

            def write(who: str, base: int = base, newest: str = newest, number: int = number) -> Outcome:
                sent = _sent(text, who, newest, number)
                return save_note(card=held, by=cast.coder, now=NOW, write=NoteWrite(sent, base_revision=base))

            pair = both(write)
            seen[tuple(outcomes(pair))] += 1
            accepted += sum(isinstance(one, Saved) and not one.accepted.unchanged for one in pair)
    assert set(seen) == expected
    numbers = list(Revision.objects.filter(card=held).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, accepted + 1))
    assert Card.objects.get(pk=held.pk).revision == accepted
    assert Event.objects.filter(verb="note.saved").count() == accepted
    assert Refusal.objects.count() == sum(count for pair, count in seen.items() if Group.CONFLICT in pair)


def _sent(text: str, who: str, newest: str, number: int) -> str:
    """What this writer sends: the newest text with a line of their own changed, or the line of both."""
    if "{n}" in text:
        return text.format(n=number + 1)
    if text.startswith("{a}"):
        lines = newest.split("\n")
        lines[0 if who == "a" else 4] = f"{who} {number}"
        return "\n".join(lines)
    return f"top\n{who} {number}\n"


def test_of_two_first_notes_one_is_the_note(cast: Cast) -> None:
    with two_at_once() as both:
        for number in range(10):
            held = card(cast, f"NEW-{number}")
            pair = both(
                lambda who, held=held: save_note(
                    card=held, by=cast.coder, now=NOW, write=NoteWrite(f"{held.key} by {who}", base_revision=0)
                )
            )
            assert outcomes(pair) == ["conflict", "saved"]
            assert Revision.objects.filter(card=held).count() == 1


def test_of_two_with_one_key_one_writes_and_both_get_its_answer(cast: Cast) -> None:
    held, token = card(cast, "SHOP-1"), token_of(cast, "coder")
    token_id = Token.objects.get(name="coder").pk
    assert token

    def write(number: int) -> tuple[int, object]:
        keyed: Keyed[Outcome] = Keyed(
            token_id, f"key {number}", "same", lambda o: (200, {"revision": o.revision if isinstance(o, Saved) else 0})
        )
        try:
            done = save_note(
                card=held, by=cast.coder, now=NOW, write=NoteWrite(f"text {number}"), keyed=keyed
            )
        except AnsweredBefore as before:
            return before.status, before.body
        return keyed.render(done)

    with two_at_once() as both:
        for number in range(20):
            first, second = both(lambda _, number=number: write(number))
            assert first == second == (200, {"revision": number + 1})
    assert Revision.objects.count() == Answer.objects.count() == 20


def test_of_two_new_cards_of_one_key_one_is_made(cast: Cast) -> None:
    with two_at_once() as both:
        for number in range(20):
            pair = both(
                lambda who, number=number: put_card(
                    key=f"{who.upper() if number % 2 else 'k'}-{number}".replace("A", "k").replace("B", "K"),
                    by=cast.coder,
                    now=NOW,
                    write=CardWrite(title=who),
                )
            )
            assert sorted(put.created for put in pair) == [False, True]
    assert Card.objects.count() == 20


def test_of_two_values_at_once_one_is_current(cast: Cast) -> None:
    held = card(cast, "SHOP-1")
    with two_at_once() as both:
        for number in range(20):
            pair = both(
                lambda who, number=number: set_fact(
                    card=held,
                    name=f"fact {number}",
                    new=FactValue(f"value of {who}", "text", f"source of {who}"),
                    by=cast.coder,
                    now=NOW,
                )
            )
            assert sorted(put.decision.outcome for put in pair) == ["created", "disputed"]
    assert Fact.objects.filter(state="current").count() == Fact.objects.filter(state="rival").count() == 20
