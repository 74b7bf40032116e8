"""Which kinds of secret a text seems to hold. Only the kind ever leaves this file, never the secret."""

import re

# A token begins where no letter or digit stands before it, or after an escape such as \n or %3D.
_ESCAPE = r"(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2})"
_START = rf"(?:(?<![A-Za-z0-9])|{_ESCAPE})"
_ID = "[A-Za-z0-9_-]"

_KEY_BLOCK = re.compile(r"-{4,5} ?(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY")

# Every repeat without an upper bound stands last or cannot begin twice in one run: all are linear.
_TOKENS = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "an AWS access key": _START + r"A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])",
        "a GitHub token": _START + r"(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})",
        "a GitLab token": _START + rf"glpat-{_ID}{{20,}}",
        "a Slack token": _START + r"xox[abeoprs]-[A-Za-z0-9-]{12,}",
        "a Slack webhook address": r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,}",
        "a Stripe live key": _START + r"[rs]k_live_[A-Za-z0-9]{16,}",
        "a Google API key": _START + rf"AIza{_ID}{{35,}}",
        "an Anthropic key": _START + rf"sk-ant-{_ID}{{20,}}",
        "an OpenAI-style key": _START + rf"sk-(?!ant-){_ID}{{20,}}",
        "an npm token": _START + r"npm_[A-Za-z0-9]{36,}",
        "a PyPI token": _START + rf"pypi-AgE{_ID}{{30,}}",
        "a SendGrid key": _START + rf"SG\.{_ID}{{16,32}}\.{_ID}{{16,64}}",
        "a Hugging Face token": _START + r"hf_[A-Za-z0-9]{30,}",
        "a JSON Web Token": rf"(?:(?<!{_ID})|{_ESCAPE})eyJ{_ID}{{8,}}+\.eyJ{_ID}{{8,}}+\.{_ID}{{10,}}",
        "a Handoff Desk token": _START + rf"hd_{_ID}{{40,}}",
    }.items()
}

# Plain searches for these are five times faster than one pattern for all.
_HINTS = (
    *("PRIVATE KEY", "AKIA", "ASIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox"),
    *("hooks.slack.com/", "k_live_", "AIza", "sk-", "npm_", "pypi-AgE", "SG.", "hf_", "eyJ", "hd_"),
)

_DUMMY = re.compile(r"(?i)x{6}|example|placeholder|redacted|your[-_]")

# A branch or file name such as sk-112-fix-the-login-redirect: words and short numbers, separated.
_WORD = r"(?:[A-Za-z][a-z]{0,15}[0-9]{0,4}|[0-9]{1,8})"
_WORDS = re.compile(rf"{_WORD}(?:[-_]{_WORD})+")


def may_hold_secret(text: str) -> bool:
    """A cheap first look at a whole text: False is certain, True is not."""
    return any(hint in text for hint in _HINTS)


def secret_kinds(text: str) -> list[str]:
    """The kinds of secret in a text, each once, with their article: "a GitHub token"."""
    if not may_hold_secret(text):
        return []
    kinds = ["a private key"] if _KEY_BLOCK.search(text) else []
    kinds += [kind for kind, pattern in _TOKENS.items() if any(map(_is_real, pattern.findall(text)))]
    return kinds


def _is_real(token: str) -> bool:
    return not _DUMMY.search(token) and not _WORDS.fullmatch(token)
