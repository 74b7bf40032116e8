"""The headings that people use: each word means one section, whatever stands around it, and nothing is guessed."""

import re
from collections import defaultdict

import pytest

from notes.rules.formats import nine_sections
from notes.rules.formats.heading_words import HEADINGS
from notes.rules.formats.usual_headings import BETWEEN, folded, usual_section, words_for
from tests.test_project import ROOT

GUIDE = (ROOT / "docs" / "formats.md").read_text()

KNOWN = [
    ("Next steps", "Next"),
    ("3. Next steps:", "Next"),
    ("3.1) NEXT-STEPS", "Next"),
    ("next_steps", "Next"),
    ("TODO!", "Next"),
    ("To-do", "Next"),
    ("✅ Done", "Done"),
    ("✔️ What’s done…", "Done"),
    ("1️⃣ Goal", "Goal"),
    ("👩‍💻 **Key decisions**", "Decisions and why"),
    ("`Files changed`", "Files touched"),
    ("What didn't work?", "Dead ends"),
    ("What didn’t work?", "Dead ends"),
    ("Ｎｅｘｔ　ｓｔｅｐｓ", "Next"),
    ("NÄCHSTE SCHRITTE", "Next"),
    ("Na\u0308chste Schritte", "Next"),
    ("À faire :", "Next"),
    ("¿Qué no funcionó?", "Dead ends"),
    ("ЧЕК-ЛИСТ", "Checklist status"),
    ("一、目标：", "Goal"),
    ("2、待办事项", "Next"),
    ("【決策】", "Decisions and why"),
    ("❌ What didn't work", "Dead ends"),
    ("🚫 Do not repeat", "Dead ends"),
    ("❓ Questions", "Open questions"),
    ("Questions?", "Open questions"),
    ("What's left?", "Next"),
    ("⏳ Pending", "Next"),
    ("①次のステップ", "Next"),
    ("다음 단계", "Next"),
    ("अगले कदम", "Next"),
    ("फ़ाइलें", "Files touched"),
    ("\u202bالخطوات التالية\u202c", "Next"),
    ("İlerleme", "Done"),
    ("Các bước tiếp theo", "Next"),
]
NOT_GUESSED = [
    "Status", "Summary", "Overview", "Notes", "Misc", "Known issues", "Tasks", "In progress", "Commands", "Aufgaben",
    "Offene Punkte", "Résumé", "Notas", "Задачи", "问题", "概要", "Next week", "Done deal", "Goal 2", "Undone",
    "", "3.", "🚀", "❌ Done", "🚫 Goal", "~~Done~~", "Done?", "✖ Next steps", "[ ] Done", "⬜ Done", "Done ❓",
    "Erledigt?", "<del>Goal</del>", "Fait ?", "Meta", "META", "But",
]  # fmt: skip


@pytest.mark.parametrize(("heading", "section"), KNOWN)
def test_a_usual_heading_means_its_section(heading: str, section: str) -> None:
    assert usual_section(heading) == section


@pytest.mark.parametrize("heading", NOT_GUESSED)
def test_what_may_mean_several_or_none_is_not_guessed(heading: str) -> None:
    assert usual_section(heading) is None


def test_no_word_means_two_sections_in_whatever_languages() -> None:
    meant: dict[str, set[str]] = defaultdict(set)
    for section in nine_sections.SECTIONS:
        for _, word in words_for(section):
            meant[folded(word)].add(section)
    assert {word: sections for word, sections in meant.items() if len(sections) > 1} == {}


@pytest.mark.parametrize("language", HEADINGS)
def test_each_language_has_a_word_for_each_section_and_none_twice(language: str) -> None:
    assert tuple(HEADINGS[language]) == nine_sections.SECTIONS
    words = [folded(word) for sections in HEADINGS[language].values() for word in sections.split(BETWEEN)]
    assert all(words)
    assert len(words) == len(set(words))


@pytest.mark.parametrize("section", nine_sections.SECTIONS)
def test_the_nine_mean_themselves(section: str) -> None:
    assert usual_section(section) == section


def test_the_guide_lists_every_word_and_no_other() -> None:
    told: dict[str, dict[str, str]] = {}
    for chapter in GUIDE.partition("## Headings that are known")[2].split("\n### ")[1:]:
        rows = re.findall(r"^\| ([A-Z][^|]*?) \| (.*) \|$", chapter, re.M)
        told[chapter.partition("\n")[0]] = dict(rows)
    assert told == HEADINGS
