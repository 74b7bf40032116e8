"""A summary comes when its run is over, and others may have run since: what they finished is not muddled again."""

from notes.actions.errors import OutOfStep
from notes.models import Actor, Card, Round
from notes.models.actor import ActorKind
from notes.rules.problems import Problem
from notes.rules.rounds.headless import SUCCEEDED


def require_wanted(card: Card, by: Actor, round: int | None) -> None:
    """Raises OutOfStep where a summariser writes for a round that is not there, or that a later one made needless."""
    if round is None or by.kind != ActorKind.SUMMARISER:
        return
    rounds = Round.objects.filter(card=card)
    if not rounds.filter(number=round).exists():
        raise OutOfStep(Problem("write.unknown_round", f"The card has no round {round}: leave it out, or start it."))
    later = rounds.filter(number__gte=round, outcome=SUCCEEDED).order_by("-number").first()
    if later:
        says = f"Round {later.number} succeeded, so what round {round} left is of no use any more. Nothing is written."
        raise OutOfStep(Problem("write.round_over", says))
