import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.hygiene.characters import check_characters
from tests.rules.hostile import ends_soon, lines_of

TAG = "hygiene.tag_character"
DIRECTION = "hygiene.direction_override"
CONTROL = "hygiene.control_character"

REFUSED = [
    ("a\U000e0041b", TAG, "U+E0041"),
    ("\U000e0001", TAG, "U+E0001"),
    ("\U000e007f", TAG, "U+E007F"),
    ("\U000e0fff", TAG, "U+E0FFF"),
    ("⚠\ufe0f\ufe0f", TAG, "U+FE0F"),
    ("⚠\ufe00\ufe01\ufe02", TAG, "U+FE01"),
    ("x\ufe0f", TAG, "U+FE0F"),
    ("😀\U000e0100\U000e0158", TAG, "U+E0100"),
    ("葛\U000e0100\U000e0101", TAG, "U+E0101"),
    ("5\U000e0100", TAG, "U+E0100"),
    ("\U000e01ef", TAG, "U+E01EF"),
    ("pay \u202e000,51 sR", DIRECTION, "U+202E"),
    ("\u202a\u202ba\u202c", DIRECTION, "U+202A"),
    ("\u2067abc", DIRECTION, "U+2067"),
    ("\u2066a\u202c", DIRECTION, "U+202C"),
    ("\u202ea\u2069", DIRECTION, "U+2069"),
    ("a\u202c", DIRECTION, "U+202C"),
    ("\u2069a\u2066", DIRECTION, "U+2069"),
    ("\u2066\u202ea\u2069\u202c", DIRECTION, "U+2069"),
    ("\u202ea\nb\u202c", DIRECTION, "U+202E"),
    ("a\x00b", CONTROL, "U+0000"),
    ("\x1b[31mred\x1b[0m", CONTROL, "U+001B"),
    ("a\x7f", CONTROL, "U+007F"),
    ("a\x85b", CONTROL, "U+0085"),
    ("a\x9bb", CONTROL, "U+009B"),
    ("a\rb", CONTROL, "U+000D"),
    ("a\x0bb", CONTROL, "U+000B"),
]

FINE = [
    "",
    "plain\twith a tab",
    "an entry\nof two lines",
    "an entry\r\nof two lines",
    "\u202babc\u202c and \u2066def\u2069",
    "\u2067a\u202ab\u202c\u2069",
    "\u200fעברית\u200e",
    "zero\u200bwidth and no\xa0break and soft\xadhyphen are shown, not refused",
    "క్‌షమించు क्‍ष می‌خواهم ක්‍ෂ",
    "👩‍💻 👨‍👩‍👧 🏳️‍🌈 🏴‍☠️ ❤️‍🔥 ⚠️ 1️⃣ 🇮🇳",
    "葛\U000e0100城 葛\ufe00",
    "᠊ᡳ᠋",
]


@pytest.mark.parametrize(("text", "code", "point"), REFUSED)
def test_it_refuses_what_deceives_the_reader(text: str, code: str, point: str) -> None:
    (problem,) = check_characters([("Next", 3, text)])
    assert (problem.code, problem.section, problem.line) == (code, "Next", 3)
    assert problem.says.startswith("Line 3 of Next holds ")
    assert point in problem.says


@pytest.mark.parametrize("text", FINE)
def test_it_lets_pass_what_scripts_need(text: str) -> None:
    assert check_characters([("Next", 3, text)]) == []


def test_it_says_how_to_be_right() -> None:
    texts = ["a\u202eb", "a\u202c", "a\x1b", "a\U000e0041", "\U0001f3f4\U000e0067"]
    assert [problem.says for problem in check_characters([("", 1, text) for text in texts])] == [
        "Line 1 holds U+202E (right-to-left override), which is not closed in its line: "
        "close it with U+202C or leave it out.",
        "Line 1 holds U+202C (pop directional formatting), which closes nothing before it: leave it out.",
        "Line 1 holds the control character U+001B (escape): leave it out.",
        "Line 1 holds U+E0041 (tag latin capital letter a), which can hide text from people: leave it out.",
        "Line 1 holds U+E0067 (tag latin small letter g), which can hide text from people: "
        "name the country of this flag instead.",
    ]


def test_flags_that_are_written_with_tags_are_refused_too() -> None:
    england = "\U0001f3f4" + "".join(chr(0xE0000 + ord(char)) for char in "gbeng") + "\U000e007f"
    assert [problem.code for problem in check_characters([("Next", 1, england)])] == [TAG]


def test_a_line_can_be_wrong_in_several_ways() -> None:
    codes = [problem.code for problem in check_characters([("Next", 1, "\x00\x01\u202e\u202d\U000e0041")])]
    assert codes == [CONTROL, TAG, DIRECTION]


def test_a_heading_with_hidden_characters_is_not_repeated() -> None:
    (problem,) = check_characters([("No\u202ew", 2, "a\x00")])
    assert problem.section is None
    assert problem.says.startswith("Line 2 holds")


@given(st.text(alphabet=st.characters() | st.sampled_from("\x00\x1b\u202e\u2066\u2069\U000e0041\ufe0f")))
def test_no_sentence_holds_a_character_that_cannot_be_seen(text: str) -> None:
    for problem in check_characters([(text, 1, text)]):
        assert problem.says.isprintable()


@given(
    st.text(
        alphabet=st.characters(
            exclude_categories=["Cc", "Cf", "Cn", "Cs"],
            exclude_characters=[chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))],
        )
    )
)
def test_text_in_any_script_without_controls_has_no_problem(text: str) -> None:
    assert check_characters([("Next", 1, text)]) == []


def test_every_control_but_tab_and_line_breaks_is_refused() -> None:
    controls = {char for char in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(char) == "Cc"}
    passed = {char for char in controls if not check_characters([("Next", 1, f"a{char}b")])}
    assert passed == {"\t", "\n"}


@given(
    st.recursive(
        st.text(alphabet="ab", max_size=3),
        lambda inner: st.builds(
            lambda pair, text: pair[0] + text + pair[1],
            st.sampled_from(["\u202a\u202c", "\u202e\u202c", "\u2066\u2069", "\u2068\u2069"]),
            inner,
        ),
    )
)
def test_direction_changes_that_nest_are_fine_and_any_open_end_is_not(text: str) -> None:
    assert check_characters([("Next", 1, text)]) == []
    assert text == text.strip("\u202c\u2069") or check_characters([("Next", 1, text[:-1])])


@pytest.mark.parametrize(
    "part", ["\u202e", "\u2066\u2069", "\u2069", "\x00", "\ufe0f", "⚠️", "葛\U000e0100", "\r", "a\n"]
)
def test_it_looks_at_hostile_lines_without_delay(part: str) -> None:
    for text in lines_of(part):
        assert ends_soon(check_characters, [("Next", 1, text)])
