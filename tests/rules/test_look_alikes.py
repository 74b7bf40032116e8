"""What eyes cannot tell is said by code point; what they can tell is not called alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.handoffs.look_alikes import LONGEST, only_looks_alike, pieces
from tests.rules.hostile import ends_soon

ALIKE = [
    ("Rs 15", "Rs\xa015", "characters that look alike: U+00A0 no-break space, sent U+0020 space"),
    ("a b", "a\tb", "characters that look alike: U+0009 tab, sent U+0020 space"),
    ("a b", "ab", "white space: U+0020 space left out"),
    ("15 ", "15", "white space: U+0020 space left out"),
    ("15", "15\u200b", "invisible characters: U+200B zero width space added"),
    ("1\xad5", "15", "invisible characters: U+00AD soft hyphen left out"),
    ("EMD", "ЕMD", "characters that look alike: U+0415 cyrillic capital letter ie, sent U+0045 latin capital letter e"),
    ("Ρ", "Р", "characters that look alike: U+0420 cyrillic capital letter er, sent U+03A1 greek capital letter rho"),
    ("15", "l5", "characters that look alike: U+006C latin small letter l, sent U+0031 digit one"),
    ("O", "0", "characters that look alike: U+0030 digit zero, sent U+004F latin capital letter o"),
    ("1-2", "1–2", "characters that look alike: U+2013 en dash, sent U+002D hyphen-minus"),
    ("15", "1５", "characters that look alike: U+FF15 fullwidth digit five, sent U+0035 digit five"),
    (
        "é",
        "e\u0301",
        "characters that look alike: U+0065 latin small letter e U+0301 combining acute accent, "
        "sent U+00E9 latin small letter e with acute",
    ),
    (
        "a b c d e",
        "a\xa0b c\u2009d\u202fe\u200b",
        "characters that look alike: U+00A0 no-break space, sent U+0020 space; "
        "U+2009 thin space, sent U+0020 space; U+202F narrow no-break space, sent U+0020 space; and 1 more",
    ),
    ("x" * (LONGEST + 1), "x" * LONGEST + "х", "characters that look alike"),
]
DIFFERENT = [
    ("Rs 15,00,000", "Rs 15 lakh"),
    ("Check", "check"),
    ("m²", "m2"),
    ("½", "1/2"),
    ("①", "1"),
    ("15", "51"),
    ("క", "ఖ"),
    ("same", "same"),
    ("15,00,000", "15,00,00"),
]


@pytest.mark.parametrize(("sent", "got", "says"), ALIKE)
def test_it_names_what_differs_where_nobody_sees_it(sent: str, got: str, says: str) -> None:
    assert only_looks_alike(sent, got) == f"differs only in {says}"


@pytest.mark.parametrize(("sent", "got"), DIFFERENT)
def test_it_says_nothing_where_eyes_can_tell(sent: str, got: str) -> None:
    assert only_looks_alike(sent, got) is None


@pytest.mark.parametrize(
    ("got", "first"), [("१५", "U+0967 devanagari digit one"), ("١٥", "U+0661 arabic-indic digit one")]
)
def test_digits_of_another_script_are_the_same_digits_and_do_not_look_alike(got: str, first: str) -> None:
    says = only_looks_alike("15", got) or ""
    assert says.startswith(f"has the same digits in another script: {first}, sent U+0031 digit one; ")


MARKED = [
    ("Rs 15,00,000", "Rs 15 lakh", "Rs 15[,00,000]", "Rs 15[ lakh]"),
    ("Rs 15,00,000", "Rs 12,00,000", "Rs 1[5],00,000", "Rs 1[2],00,000"),
    ("15,00,000", "15,00,00", "15,00,00[0]", "15,00,00[]"),
    ("yes", "no way", "[yes]", "[no way]"),
    ("yes", "", "[yes]", ""),
    ("same", "same", "same", "same"),
]


@pytest.mark.parametrize(("sent", "got", "left", "right"), MARKED)
def test_it_marks_the_characters_that_differ(sent: str, got: str, left: str, right: str) -> None:
    both = ["".join(f"[{text}]" if changed else text for text, changed in side) for side in pieces(sent, got)]
    assert both == [left, right]


texts = st.text(alphabet="aе e\u0301é\xa0\u200b15१O0-–²", max_size=12)


@given(texts, texts)
def test_pieces_are_the_texts_again_and_what_is_not_marked_is_the_same(sent: str, got: str) -> None:
    left, right = pieces(sent, got)
    assert ("".join(piece.text for piece in left), "".join(piece.text for piece in right)) == (sent, got)
    same = ["".join(piece.text for piece in side if not piece.changed) for side in (left, right)]
    assert same[0] == same[1]


@given(texts, texts)
def test_looking_alike_goes_both_ways(sent: str, got: str) -> None:
    assert (only_looks_alike(sent, got) is None) == (only_looks_alike(got, sent) is None)


def test_huge_texts_take_no_time() -> None:
    huge = "a\xa0" * 200_000
    assert ends_soon(only_looks_alike, huge, huge.replace("\xa0", " "))
    assert ends_soon(only_looks_alike, huge[:20_000], huge[1:20_001])
    assert ends_soon(pieces, huge, huge[1:])
