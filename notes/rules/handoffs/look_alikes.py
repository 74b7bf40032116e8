"""Two texts that differ only in what eyes cannot tell: which characters they are, and where."""

import unicodedata
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from notes.rules.handoffs.confusables import LOOKS_LIKE
from notes.rules.hygiene.reveal import code_point, name_of, reveal
from notes.rules.wording import words_changed
from notes.rules.wording.words_changed import Piece, Pieces

# A longer text is compared word by word on a page, and its characters are not listed.
LONGEST = 1_000
LONGEST_LOOKED_AT = 20_000
MOST_NAMED = 3
# Below this share of equal characters two texts are different all over.
ALIKE = 1 / 3
# Forms of a character that eyes can tell from it: m² is not m2.
_SEEN = ("<super>", "<sub>", "<fraction>", "<circle>", "<square>")


class _Part(NamedTuple):
    """A stretch of both texts; one side is empty where something was added or left out."""

    sent: str
    got: str
    differs: bool


def only_looks_alike(sent: str, got: str) -> str | None:
    """ "differs only in …", with the code points, where nobody could see that the texts differ."""
    if sent == got or max(len(sent), len(got)) > LONGEST_LOOKED_AT:
        return None
    if _looks(sent) == _looks(got):
        return _listed("differs only in", sent, got)
    if _looks(_in_ascii_digits(sent)) == _looks(_in_ascii_digits(got)):
        return _named("has the same digits in another script", sent, got)
    return None


def pieces(sent: str, got: str) -> tuple[Pieces, Pieces]:
    """Both texts in pieces, what differs marked: an empty piece stands where only the other one has something."""
    if max(len(sent), len(got)) > LONGEST:
        return words_changed.pieces(sent, got)
    parts = list(_parts(sent, got))
    same = sum(len(part.sent) for part in parts if not part.differs)
    if same < ALIKE * max(len(sent), len(got)):
        return _whole(sent), _whole(got)
    return tuple(Piece(part.sent, part.differs) for part in parts), tuple(
        Piece(part.got, part.differs) for part in parts
    )


def _whole(text: str) -> Pieces:
    return (Piece(text, True),) if text else ()


def _looks(text: str) -> str:
    """What is left of a text for the eye: no white space, nothing invisible, one character for all that look alike."""
    plain = "".join(map(_plain, unicodedata.normalize("NFD", text))).translate(LOOKS_LIKE)
    return "".join(char for char in plain if not _is_space(char) and not _is_invisible(char))


def _plain(char: str) -> str:
    if char.isascii() or unicodedata.decomposition(char).startswith(_SEEN):
        return char
    return unicodedata.normalize("NFKD", char)


def _in_ascii_digits(text: str) -> str:
    return "".join(str(unicodedata.decimal(char, char)) for char in text)


def _is_space(char: str) -> bool:
    return char.isspace()


def _is_invisible(char: str) -> bool:
    return not char.isspace() and any(label for _, label in reveal(char))


def _listed(how: str, sent: str, got: str) -> str:
    different = "".join(char for pair in _pairs(sent, got) for char in pair)
    kinds: tuple[tuple[str, Callable[[str], bool]], ...] = (
        ("white space", _is_space),
        ("invisible characters", _is_invisible),
    )
    for kind, fits in kinds:
        if different and all(map(fits, different)) and len(sent) != len(got):
            return _named(f"{how} {kind}", sent, got)
    return _named(f"{how} characters that look alike", sent, got)


def _named(what: str, sent: str, got: str) -> str:
    """With the code points, as far as anyone would read them."""
    pairs = list(dict.fromkeys(_pairs(sent, got)))
    if not pairs:
        return what
    more = f"; and {len(pairs) - MOST_NAMED} more" if len(pairs) > MOST_NAMED else ""
    return f"{what}: {'; '.join(_says(*pair) for pair in pairs[:MOST_NAMED])}{more}"


def _says(sent: str, got: str) -> str:
    if not sent:
        return f"{_names(got)} added"
    return f"{_names(got)}, sent {_names(sent)}" if got else f"{_names(sent)} left out"


def _names(chars: str) -> str:
    return " ".join(f"{code_point(char)} {name_of(char)}" for char in chars)


def _pairs(sent: str, got: str) -> Iterator[tuple[str, str]]:
    """The characters that differ, each beside the one in its place; none where the texts are too long for that."""
    if max(len(sent), len(got)) > LONGEST:
        return
    for part in _parts(sent, got):
        if part.differs and len(part.sent) == len(part.got):
            yield from zip(part.sent, part.got, strict=True)
        elif part.differs:
            yield part.sent[:MOST_NAMED], part.got[:MOST_NAMED]


def _parts(sent: str, got: str) -> Iterator[_Part]:
    for differs, ops in groupby(Levenshtein.opcodes(sent, got), key=lambda op: op.tag != "equal"):
        run = list(ops)
        first, last = run[0], run[-1]
        yield _Part(sent[first.src_start : last.src_end], got[first.dest_start : last.dest_end], differs)
