"""Notes that hypothesis makes up: few different lines, so that repeats and near misses are the rule."""

from hypothesis import strategies as st

LINES = ["- a", "- b", "- c", "- the API tests", "- the API test", "a", "", "  - a", "    x", "- a "]
HEADINGS = ["## Goal", "## Next", "## Done", "## Next", "### Goal", "# Title"]
COVERS = [
    "```",
    "~~~",
    "<!--",
    "-->",
    "<div>",
    "</div>",
    "[a]: /b '",
    "'",
    "> - a",
    "---",
    "===",
    "a <!-- b",
    "--> c",
]

line = st.one_of(st.sampled_from(LINES), st.sampled_from(LINES), st.sampled_from(HEADINGS), st.sampled_from(COVERS))
plain_line = st.one_of(st.sampled_from(LINES), st.sampled_from(LINES), st.sampled_from(HEADINGS))


def joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


notes = st.lists(plain_line, min_size=1, max_size=14).map(joined).filter(str.strip)
wild_notes = st.lists(line, min_size=1, max_size=14).map(joined).filter(str.strip)


@st.composite
def edits(draw: st.DrawFn, text: str) -> str:
    """What someone may make of a text: lines dropped, doubled, added, swapped, changed, moved, covered."""
    lines = text.split("\n")[:-1]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(lines) - 1, 0)))
        to = draw(st.integers(0, len(lines)))
        match draw(st.sampled_from(["drop", "double", "add", "swap", "change", "move", "cover"])):
            case "drop":
                del lines[at : at + 1]
            case "double":
                lines[to:to] = lines[at : at + 1]
            case "add":
                lines.insert(to, draw(line))
            case "swap" if lines:
                other = min(to, len(lines) - 1)
                lines[at], lines[other] = lines[other], lines[at]
            case "change" if lines:
                lines[at] += draw(st.sampled_from([" ", ".", "\u200b", "x"]))
            case "move":
                moved = lines[at : at + 2]
                del lines[at : at + 2]
                lines[to:to] = moved
            case "cover":
                opener, closer = draw(st.sampled_from([("```", "```"), ("<!--", "-->"), ("<div>", "</div>")]))
                lines[at:at] = [opener]
                lines.insert(min(to + 1, len(lines)), closer)
    return joined(lines if any(map(str.strip, lines)) else ["- z"])
