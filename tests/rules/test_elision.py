import pytest

from notes.rules.hygiene.elision import check_elision
from tests.rules.hostile import ends_soon, lines_of

LEFT_OUT = [
    "[rest of the note unchanged]",
    "[rest unchanged]",
    "[Rest Unchanged]",
    "[the rest is as before]",
    "[unchanged]",
    "[... unchanged ...]",
    "(unchanged)",
    "(as before)",
    "[same as before]",
    "[same as the previous note]",
    "[unchanged from previous revision]",
    "(previous content omitted)",
    "(previous content omitted for brevity)",
    "... (remaining sections unchanged) ...",
    "…remaining sections unchanged…",
    "- ...rest unchanged...",
    "* [other items unchanged]",
    "1. [earlier steps omitted]",
    "> [rest unchanged]",
    "rest of the note unchanged ...",
    "... rest of the file ...",
    "... existing code ...",
    "# ... existing code ...",
    "// ... existing code ...",
    "// rest of the functions unchanged",
    "# rest of the module unchanged",
    "-- remaining rows unchanged",
    "<!-- rest as before -->",
    "<!-- ... existing content ... -->",
    "<!--rest unchanged-->",
    "/* remaining methods unchanged */",
    "{/* rest of the component unchanged */}",
    "<rest of file unchanged>",
    "{other fields as before}",
    "**[rest of Decisions and why unchanged]**",
    "_[all other sections unchanged]_",
    "`[rest unchanged]`",
    "[everything else unchanged].",
    "[unchanged: rest of the note]",
    "(omitted: previous decisions)",
    "    [rest unchanged]  ",
    "Done with the API.\n[rest unchanged]",
    "[rest of the file remains the same]",
    "(all other sections stay exactly the same)",
    "// rest of the code stays the same",
    "[remaining sections: unchanged]",
    "[remaining sections, unchanged]",
    "| [rest unchanged] |",
    "| ... other rows unchanged ... |",
    "| ... | [rest unchanged] | ... |",
    "> | [rest unchanged] | | |",
    "--- rest unchanged ---",
    "=== rest unchanged ===",
    "— rest unchanged —",
    "“[rest unchanged]”",
    '"[rest unchanged]"',
    "- “… rest unchanged …”",
    "\u200b[rest unchanged]",
    "\ufeff\u2060[rest unchanged]",
    "\u200b" * 300 + "[rest unchanged]",
    "[re\u200bst unch\xadanged]",
    "\xa0[rest\xa0unchanged]",
    "［rest unchanged］",
    "【rest unchanged】",
    "[… 12 lines unchanged …]",
    "[12 lines unchanged]",
    "(3 more sections as before)",
    "... 40 more lines ...",
    "… 7 other items below …",
]
WRITTEN_OUT = [
    "",
    "...",
    "[...]",
    "…",
    "---",
    "[ ]",
    "- [ ] check the rest",
    "- [x] rest unchanged since the review",
    "- [ ] make sure that other tests are unchanged",
    "The rest of the API is unchanged since v2",
    "- The rest of the API is unchanged since v2",
    "(the rest of the API is unchanged since v2)",
    "- keep the remaining endpoints as before, the gateway needs them",
    "rest unchanged",
    "- rest unchanged",
    "The schema is unchanged.",
    "(schema unchanged)",
    "(no changes)",
    "(none)",
    "[previous owner: Asha]",
    "[other options](docs/options.md)",
    "[rest unchanged](docs/a.md) was the wrong answer",
    "[^1]: existing sources, omitted from the count",
    "### Unchanged",
    "# Unchanged",
    "## Remaining work",
    "# existing code",
    "// TODO: remove the previous code",
    "#112 other tests fail",
    "... and the other tests fail",
    "... rest of the tests fail on CI",
    "(other than that, the API is unchanged)",
    "(Other than the EMD all is as before)",
    "- we refuse lines such as [rest unchanged] now",
    "- `[rest unchanged]` is refused, see RULES",
    "- existing users keep their sessions as before",
    "[rest of the note unchanged] and [x]",
    "<!-- reviewed by Asha -->",
    "git checkout -- existing.py",
    "-- 42 rows remaining",
    "మిగతావి మారలేదు",
    "| rest | unchanged |",
    "| --- | --- |",
    "| the rest of the API | unchanged |",
    "| ... | ... |",
    "(other options cost the same)",
    "[the same colour for all]",
    "“rest unchanged” is what they write",
    "“The rest is unchanged”",
    "“[rest unchanged]” is refused",
    "--- Remaining work ---",
    "--- existing.py",
    "— the rest of the API is unchanged since v2",
    "--force",
    "[other tests: 42 passed]",
    "[remaining: 3 days]",
    "- [ ] the rest remains the same",
    "\u200bThe rest is unchanged",
    "[12 tests unchanged]",
    "(12 lines of tests)",
    "... 3 steps",
    "- 12 lines unchanged",
    "(3 items: unchanged since May, see BID-48)",
]


@pytest.mark.parametrize("text", LEFT_OUT)
def test_it_refuses_a_line_that_only_stands_for_others(text: str) -> None:
    (problem,) = check_elision([("Done", 4, text)])
    assert (problem.code, problem.section, problem.line) == ("write.elided", "Done", 4)
    assert problem.says.startswith("Line 4 of Done stands for text that was left out: send the note whole")


@pytest.mark.parametrize("text", WRITTEN_OUT)
def test_it_lets_a_line_with_something_to_say_pass(text: str) -> None:
    assert check_elision([("Done", 4, text)]) == []


def test_it_names_every_such_line_of_a_write() -> None:
    lines = [("Goal", 2, "ship"), ("Done", 5, "[unchanged]"), ("Next", 8, "... rest unchanged")]
    assert [problem.line for problem in check_elision(lines)] == [5, 8]


@pytest.mark.parametrize(
    "part", ["[", "(", "<!--", "/*", "*_", "... ", "- ", "#", "rest ", "> ", " ", "|", "=", "—", "“", "\u200b", "- x"]
)
def test_it_looks_at_hostile_lines_without_delay(part: str) -> None:
    for text in lines_of(part, part + "rest unchanged"):
        assert ends_soon(check_elision, [("Done", 1, text), ("Done", 2, f"[{text}]")])
        short = [("Done", n, text[:190]) for n in range(200)]
        assert ends_soon(check_elision, short)
