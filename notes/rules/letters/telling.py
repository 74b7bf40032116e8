"""Whether anybody has been told of a decision, and if not, why not."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from notes.rules.wording.counts import in_words


class Told(StrEnum):
    YES = "told"
    ON_ITS_WAY = "on its way"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Sent:
    """One letter: `state` as it is kept, and what kept it from being sent."""

    state: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class Telling:
    told: Told
    says: str


def telling(letters: Sequence[Sent]) -> Telling:
    """From the letters that tell of the decision, one for each person and kind."""
    sent = sum(letter.state == "sent" for letter in letters)
    waiting = [letter for letter in letters if letter.state == "waiting"]
    if sent:
        return Telling(Told.YES, f"{_people(sent).capitalize()} told by letter.")
    if waiting and (error := _first_error(waiting)):
        return Telling(Told.NOBODY, f"Nobody has been told yet: {_inside(error)} The desk tries again.")
    if waiting:
        return Telling(Told.ON_ITS_WAY, f"{_letters(len(waiting)).capitalize()} on the way.")
    return Telling(Told.NOBODY, f"Nobody has been told: {_why(letters)}")


def _why(letters: Sequence[Sent]) -> str:
    failed = [letter for letter in letters if letter.state == "failed"]
    if failed:
        return f"{_no_letters(len(failed))} be delivered. {_first_error(failed)}".strip()
    if letters:
        return "those who were to get a letter have left, or want none."
    return "no member who may answer wants letters about it. Tell somebody yourself, or give it to a member."


def _first_error(letters: Sequence[Sent]) -> str:
    return next((letter.error for letter in letters if letter.error), "")


def _people(count: int) -> str:
    return f"{in_words(count)} {'person was' if count == 1 else 'people were'}"


def _letters(count: int) -> str:
    return f"{in_words(count)} {'letter is' if count == 1 else 'letters are'}"


def _no_letters(count: int) -> str:
    return "its letter could not" if count == 1 else f"none of its {in_words(count)} letters could"


def _inside(sentence: str) -> str:
    """A sentence after a colon."""
    return sentence[:1].lower() + sentence[1:]
