"""Which commits are by agents: by name, by address, by a co-author trailer."""

import pytest

from notes.rules.importing.commit_authors import CommitAuthor, Signer, author_of
from notes.rules.importing.known_agents import parse_overrides
from tests.rules.hostile import LENGTH, ends_soon, lines_of

KIRAN = Signer("Kiran Rao", "kiran@shop.example")

AGENTS = [
    ("Claude", "noreply@anthropic.com", "Claude"),
    ("Claude", "", "Claude"),
    ("Claude Code", "kiran@shop.example", "Claude"),
    ("claude[bot]", "209825114+claude[bot]@users.noreply.github.com", "Claude"),
    ("Codex", "codex@openai.com", "Codex"),
    ("chatgpt-codex-connector[bot]", "1+chatgpt-codex-connector[bot]@users.noreply.github.com", "Codex"),
    ("Copilot", "198982749+Copilot@users.noreply.github.com", "Copilot"),
    ("copilot-swe-agent[bot]", "198982749+Copilot@users.noreply.github.com", "Copilot"),
    ("Cursor Agent", "cursoragent@cursor.com", "Cursor"),
    ("Devin AI", "158243242+devin-ai-integration[bot]@users.noreply.github.com", "Devin"),
    ("devin-ai-integration[bot]", "x@y.example", "Devin"),
    ("aider (gpt-4o)", "noreply@aider.chat", "aider"),
    ("gemini-code-assist[bot]", "176961590+gemini-code-assist[bot]@users.noreply.github.com", "Gemini"),
    ("Gemini CLI", "gemini-cli@google.com", "Gemini"),
    ("openhands", "openhands@all-hands.dev", "OpenHands"),
    ("Windsurf", "", "Windsurf"),
    ("google-labs-jules[bot]", "161369871+google-labs-jules[bot]@users.noreply.github.com", "Jules"),
    ("Amp", "amp@ampcode.com", "Amp"),
    ("dependabot[bot]", "49699333+dependabot[bot]@users.noreply.github.com", "dependabot[bot]"),
    ("renovate-bot", "bot@renovateapp.com", "renovate-bot"),
    ("GitHub Actions", "actions@shop.example", "GitHub Actions"),
    ("Release", "release-bot@shop.example", "Release"),
]
PEOPLE = [
    ("Claude Monet", "claude@monet.example"),
    ("Claude", "claude@dupont.example"),
    ("Jean-Claude Petit", "jc@petit.example"),
    ("Devin Smith", "devin@smith.example"),
    ("Devin", "devin@smith.example"),
    ("Jules Verne", "jules@nantes.example"),
    ("Jan Bot", "jan.bot@shop.example"),
    ("Talbot", "talbot@shop.example"),
    ("Jane Doe", "jane@anthropic.com"),
    ("Ampère", "andre@lyon.example"),
    ("కిరణ్ రావు", "kiran@shop.example"),
    ("Kiran", "1234+kiran@users.noreply.github.com"),
]
NOBODY = [
    ("", ""),
    ("unknown", "unknown"),
    ("root", "root@localhost"),
    ("Your Name", "you@example.com"),
    ("(no author)", "(no author)@1a2b"),
]


@pytest.mark.parametrize(("name", "email", "agent"), AGENTS)
def test_it_knows_an_agent_that_signs_itself(name: str, email: str, agent: str) -> None:
    assert author_of(Signer(name, email), "note")[:2] == ("agent", agent)


@pytest.mark.parametrize(("name", "email", "agent"), [row for row in AGENTS if row[1]])
def test_it_knows_an_agent_in_a_trailer_and_keeps_the_persons_name(name: str, email: str, agent: str) -> None:
    message = f"Say why\n\nCo-authored-by: {name} <{email}>\n"
    assert author_of(KIRAN, message)[:2] == ("agent", f"{agent} with Kiran Rao")


@pytest.mark.parametrize(("name", "email"), PEOPLE)
def test_it_takes_no_person_for_an_agent(name: str, email: str) -> None:
    assert author_of(Signer(name, email), "note") == CommitAuthor("person", name)
    assert author_of(KIRAN, f"x\n\nCo-authored-by: {name} <{email}>").kind == "person"


@pytest.mark.parametrize(("name", "email"), NOBODY)
def test_it_says_where_nobody_knows(name: str, email: str) -> None:
    assert author_of(Signer(name, email), "note").kind == "unknown"


TRAILERS = [
    ("Co-Authored-By: Claude Opus 4.5 <noreply@anthropic.com>", "agent"),
    ("co-authored-by:Claude <noreply@anthropic.com>", "agent"),
    ("* one\n\nCo-authored-by: Claude <noreply@anthropic.com>\n\n* two\n\nSigned-off-by: Kiran", "agent"),
    ("Generated-by: Codex <codex@openai.com>", "agent"),
    ("Co-authored-by: Ann Lee <ann@shop.example>\nCo-authored-by: Cursor <cursoragent@cursor.com>", "agent"),
    ("Thanks to Claude <noreply@anthropic.com>", "person"),
    ("> Co-authored-by: Claude <noreply@anthropic.com>", "person"),
    ("Reviewed-by: Claude <noreply@anthropic.com>", "person"),
    ("Co-authored-by: Claude Code", "agent"),
    ("Co-authored-by:\t Claude \t <noreply@anthropic.com> and more", "agent"),
    ("Co-authored-by: Claude Code\r\n", "agent"),
    ("Co-authored-by: Claude Code <noreply@anthropic.com", "person"),
    ("Co-authored-by:\nClaude <noreply@anthropic.com>", "person"),
]


@pytest.mark.parametrize(("message", "kind"), TRAILERS)
def test_it_reads_trailers_wherever_they_stand(message: str, kind: str) -> None:
    assert author_of(KIRAN, f"Subject\n\n{message}").kind == kind


def test_it_keeps_the_model_that_a_signature_names() -> None:
    found = author_of(KIRAN, "x\n\nCo-Authored-By: Claude Opus 4.5 <noreply@anthropic.com>")
    assert found == CommitAuthor("agent", "Claude with Kiran Rao", "Claude Opus 4.5")


def test_it_sees_the_agent_behind_a_person() -> None:
    found = author_of(Signer("Kiran Rao (aider)", "kiran@shop.example"), "x")
    assert found == CommitAuthor("agent", "aider with Kiran Rao")


def test_a_name_that_is_none_gives_way_to_the_address() -> None:
    assert author_of(Signer("user", "kiran@shop.example"), "x") == CommitAuthor("person", "kiran")


def test_ones_own_list_comes_first() -> None:
    own = parse_overrides(
        "# ours\n\nBuilder: *<builder@ci.shop.example>\nperson: Claude Code <claude@code.example>\nunknown: Shared *\n"
    )
    assert author_of(Signer("B", "builder@ci.shop.example"), "", own) == CommitAuthor("agent", "Builder", "B")
    assert author_of(Signer("Claude Code", "claude@code.example"), "", own).kind == "person"
    assert author_of(Signer("Shared Account", "shared@shop.example"), "", own).kind == "unknown"


@pytest.mark.parametrize("text", ["Builder\n", ": *@x\n", "Builder:\n", "a: b\nnonsense\n"])
def test_it_says_which_line_of_the_list_is_wrong(text: str) -> None:
    with pytest.raises(ValueError, match=f"Line {len(text.splitlines())} is no"):
        parse_overrides(text)


@pytest.mark.parametrize("begins", ["", "co-authored-by:", "co-authored-by: Claude <"])
@pytest.mark.parametrize(
    "part", [" ", "\t", "<", "agent", "noreply", "@", "claude-", "a (", " bot", "co-authored-by: "]
)
def test_it_reads_hostile_messages_and_names_without_delay(begins: str, part: str) -> None:
    for text in lines_of(part):
        for end in ("", "<", "<a", ">"):
            assert ends_soon(author_of, KIRAN, begins + text + end)
        assert ends_soon(author_of, Signer(text, text), "")


def test_it_reads_many_trailers_without_delay() -> None:
    assert ends_soon(author_of, KIRAN, "co-authored-by:\n" * (LENGTH // 100))
