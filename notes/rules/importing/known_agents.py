"""The agents that commits are known to come from, by the names and addresses that they sign with."""

import re
from collections.abc import Iterator
from typing import NamedTuple

# Numbers before a name are how GitHub writes the address of an account.
_GITHUB = r"(?:\d+\+)?(?:{})(?:\[bot\])?@users\.noreply\.github\.com"


class Agent(NamedTuple):
    """`names` and `emails` are patterns that the whole name or address must match, without letter case.

    A `shy` name is a person's first name too: it counts only beside an address that is nobody's own.
    """

    name: str
    names: re.Pattern[str]
    emails: re.Pattern[str]
    shy: str = ""


def _agent(name: str, names: str, emails: str = "", *, account: str = "", shy: str = "") -> Agent:
    addresses = [emails] if emails else []
    addresses += [_GITHUB.format(account)] if account else []
    return Agent(name, _whole(names), _whole("|".join(addresses) or "(?!)"), shy)


def _whole(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})\Z", re.IGNORECASE)


AGENTS = (
    _agent(
        "Claude",
        r"claude[ -](?:code|opus|sonnet|haiku|agent|ai|v?\d).*|claude(?:\[bot\]| \(.+\))|anthropic claude.*",
        r"(?:no-?reply|claude|claude-code)@(?:.+\.)?anthropic\.com|.+@claude\.ai",
        account="claude",
        shy="claude",
    ),
    _agent(
        "Codex",
        r"(?:openai )?codex(?: cli| agent|\[bot\]|[ -].*gpt.*| \(.+\))?|chatgpt(?:[ -].*)?|gpt-\d.*",
        r"(?:no-?reply|codex|chatgpt)@openai\.com",
        account=r"codex|chatgpt-codex-connector",
    ),
    _agent(
        "Copilot",
        r"(?:github )?copilot(?:[ -].*|\[bot\])?|copilot-swe-agent.*",
        r"copilot@github\.com",
        account="copilot|copilot-swe-agent|github-copilot",
    ),
    _agent("Cursor", r"cursor(?: agent| ai| bot|\[bot\])?|cursoragent", r"(?:cursoragent|agent)@cursor\.(?:com|sh)"),
    _agent("Devin", r"devin(?: ai|[ -]ai-integration.*|\[bot\])", account="devin-ai-integration", shy="devin"),
    _agent("aider", r"aider(?: \(.+\))?", r"(?:aider|noreply)@aider\.chat"),
    _agent(
        "Gemini",
        r"(?:google )?gemini(?:[ -](?:cli|code|pro|flash|ai|v?\d).*|\[bot\]|bot)?",
        r"gemini(?:-cli)?@google\.com|.*gemini-code-assist@google\.com",
        account="gemini-code-assist|gemini-cli",
    ),
    _agent("OpenHands", r"open-?hands(?:[ -].*)?|opendevin(?:[ -].*)?", r"(?:openhands|.*-agent)@all-hands\.dev"),
    _agent(
        "Windsurf",
        r"windsurf(?:[ -].*)?|codeium(?:[ -].*)?",
        r".*(?:noreply|cascade|agent).*@(?:windsurf|codeium)\.com",
    ),
    _agent(
        "Jules", r"google-labs-jules.*|(?:google )?jules (?:ai|agent|\[bot\])", account="google-labs-jules", shy="jules"
    ),
    _agent("Amp", r"amp(?: code| agent|\[bot\])?|ampcode", r"(?:amp|noreply)@ampcode\.com|amp@sourcegraph\.com"),
    _agent("opencode", r"opencode(?:[ -].*)?", r"no-?reply@opencode\.ai"),
    _agent("Factory Droid", r"(?:factory[ -])droid.*", account="factory-droid"),
    _agent("Roo Code", r"roo(?:[ -]code.*|mote.*)", r"roomote@roocode\.com"),
    _agent("Cline", r"cline(?:[ -]bot|\[bot\])?", r"(?:no-?reply|cline)@cline\.bot"),
    _agent("Junie", r"(?:jetbrains )?junie", r"junie@jetbrains\.com"),
    _agent("Qwen Code", r"qwen[ -]?(?:code|coder|\d).*", r"qwen-coder@alibabacloud\.com"),
    _agent("Kiro", r"kiro(?:[ -](?:agent|ai|bot).*|\[bot\])", account="kiro-agent"),
    _agent("Amazon Q", r"amazon[ -]q(?:[ -].*)?", account="amazon-q-developer"),
    _agent("Replit", r"replit(?:[ -](?:agent|ai).*)?", r"agent@replit\.com"),
    _agent("Lovable", r"lovable(?:[ -]dev)?(?:\[bot\])?|gpt-engineer-app.*", account="lovable-dev|gpt-engineer-app"),
    _agent("v0", r"v0(?:\[bot\])?", r"v0@vercel\.com", account="v0"),
    _agent("Warp", r"warp (?:agent|ai)", r"agent@warp\.dev"),
    _agent("Sweep", r"sweep(?:-ai|-nightly)?\[bot\]", account="sweep-ai|sweep-nightly"),
)

# Programs of every other kind; they are shown under their own name.
BOT_NAMES = _whole(
    r".*\[bot\]|.+[-_]bot|github[ -]actions?|dependabot.*|renovate(?:[ -]bot)?|greenkeeper.*|pre-commit-ci.*"
    r"|semantic-release.*|imgbot|mergify.*|allcontributors.*|travis[ -]ci|gitlab[ -]ci|circleci|jenkins|azure pipelines"
    r"|.+ (?:ai|coding|background) agent"
)
BOT_EMAILS = _whole(r".*\[bot\]@.+|.+[-_]bot@.+|bot@renovateapp\.com|action@github\.com")

# What stands where git or a container was never told a name.
NOBODY = _whole(
    r"\W*|unknown(?: author)?|\(?no author\)?|anonymous|nobody|none|null|undefined|your name|you|user|root|git"
    r"|(?:ubuntu|ec2-user|vscode|runner|docker|admin|test)"
)

# An address that is no one's own; a first name beside it is a program's.
NO_ONES_EMAIL = _whole(r"|no-?reply@.*|(?:agent|ai|bot)@.*|.*@(?:localhost|example\.\w+|.*\.local)?")

# In the author's own name: "Kiran Rao (aider)".
BEHIND_A_PERSON = re.compile(r"(?P<person>.+?) \((?P<agent>aider)\)\Z", re.IGNORECASE)


class Override(NamedTuple):
    """A line of a team's own list: what to show for authors that look like this. `person`: no agent at all."""

    shown: str
    looks: re.Pattern[str]


def parse_overrides(text: str) -> list[Override]:
    """Raises ValueError with the line that cannot be read."""
    return list(_overrides(text))


def _overrides(text: str) -> Iterator[Override]:
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        shown, colon, looks = (part.strip() for part in line.partition(":"))
        if not (shown and colon and looks):
            raise ValueError(
                f"Line {number} is no “Shown name: pattern”, such as “Builder: *<builder@ci.example.org>”."
            )
        yield Override(shown, _whole(re.escape(looks).replace(r"\*", ".*").replace(r"\?", ".")))
