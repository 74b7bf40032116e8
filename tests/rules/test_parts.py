"""What is put together from the parts of a note is what the whole would have said."""

from hypothesis import given, settings
from hypothesis import strategies as st

from notes.rules.formats.markdown_notes import outline, read_whole
from tests.rules.texts import COVERS, HEADINGS, LINES, joined

# What may take a line end along, or stand at one.
ENDS = ["/", "##", "#", "/#", "!!", "  ", "\t", "\u3000", "x \r", "12", "क्", "😀", "<|endoftext|>", "it's", "'"]
PARTS = st.sampled_from(["## Goal", "## Next", "##", "##x", " ## Goal", "## `a", "## [a]: /b", "##\tTab", "## Goal\r"])

texts = st.lists(st.one_of(PARTS, st.sampled_from([*LINES, *HEADINGS, *COVERS, *ENDS])), max_size=20).map(joined)


@settings(max_examples=400)
@given(texts, st.booleans())
def test_a_note_read_in_parts_is_the_note_read_whole(text: str, begins: bool) -> None:
    text = f"## Goal\n{text}" if begins else text
    assert outline(text) == read_whole(text)
    assert outline(text.rstrip("\n")) == read_whole(text.rstrip("\n"))


def test_of_a_note_that_does_not_fall_apart_nothing_is_guessed() -> None:
    fenced = "## Goal\n```\n## not a heading\n```\n\n## Next\n- a\n"
    assert [section.name for section in outline(fenced).sections] == ["Goal", "Next"]
    defined = "## Goal\n[a]\n\n## Next\n[a]: /b\n"
    assert outline(defined) == read_whole(defined)
