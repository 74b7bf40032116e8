"""Which kinds of secret a text seems to hold. Only the kind ever leaves this file, never the secret."""

import re
from typing import NamedTuple

from notes.rules.hygiene.unseen import as_seen
from notes.rules.hygiene.url_passwords import has_password

# A token begins where no letter or digit stands before it, or after an escape such as \n or %3D.
_ESCAPE = r"(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2})"
_START = rf"(?:(?<![A-Za-z0-9])|{_ESCAPE})"
_ID = "[A-Za-z0-9_-]"
_KEY_BLOCK = r"-{4,5} ?(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY|PuTTY-User-Key-File-[0-9]: "
_JWT = rf"(?:(?<!{_ID})|{_ESCAPE})eyJ{_ID}{{8,}}+\.eyJ{_ID}{{8,}}+\.{_ID}{{10,}}"
_SLACK_WEBHOOKS = "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/"
# Code has names such as these with words behind them; a token has digits among its letters.
_HAS_DIGIT = "(?=[A-Za-z_-]*[0-9])"


class _Kind(NamedTuple):
    """`hints`: one of them is in every such secret, and a plain search for it is five times faster."""

    name: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


def _kind(name: str, hints: str, pattern: str) -> _Kind:
    return _Kind(name, tuple(hints.split()), re.compile(pattern))


def _token(name: str, begins: str, body: str) -> _Kind:
    """`begins`: what such tokens begin with, any of these words; `body`: what follows."""
    either = "|".join(map(re.escape, begins.split()))
    return _kind(name, begins, rf"{_START}(?:{either})({body})")


_PRIVATE_KEY = re.compile(_KEY_BLOCK)

# Every repeat without an upper bound stands last or cannot begin twice in one run: all are linear.
_TOKENS = (
    _token("an AWS access key", "AKIA ASIA", "[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _token("a GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", "[A-Za-z0-9]{36,}"),
    _token("a GitHub token", "github_pat_", "[A-Za-z0-9_]{50,}"),
    _token(
        "a GitLab token",
        "glpat- glrt- glrtr- gldt- glptt- glcbt- glft- glimt- glsoat- glagent- gloas- glffct-",
        rf"{_ID}{{20,}}",
    ),
    _token("a Slack token", "xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs-", "[A-Za-z0-9%-]{12,}"),
    _token("a Slack token", "xapp-", "[0-9]-[A-Za-z0-9-]{20,}"),
    _token("a Slack webhook address", _SLACK_WEBHOOKS, "[A-Za-z0-9/_-]{20,}"),
    _token("a Stripe live key", "sk_live_ rk_live_", "[A-Za-z0-9]{16,}"),
    _token("a Stripe test key", "sk_test_ rk_test_", "[A-Za-z0-9]{16,}"),
    _token("a Stripe webhook secret", "whsec_", "[A-Za-z0-9+/=]{24,}"),
    _token("a Google API key", "AIza", rf"{_ID}{{35,}}"),
    _token("a Google sign-in token", "ya29.", rf"{_HAS_DIGIT}{_ID}{{20,}}"),
    _token("a Google client secret", "GOCSPX-", rf"{_ID}{{24,}}"),
    _token("an Anthropic key", "sk-ant-", rf"{_ID}{{20,}}"),
    _token("an OpenAI-style key", "sk-", rf"(?!ant-){_ID}{{20,}}"),
    _token("a Groq key", "gsk_", "[A-Za-z0-9]{40,}"),
    _token("an xAI key", "xai-", rf"{_ID}{{40,}}"),
    _token("an npm token", "npm_", "[A-Za-z0-9]{36,}"),
    _token("a PyPI token", "pypi-AgE", rf"{_ID}{{30,}}"),
    _token("a SendGrid key", "SG.", rf"{_ID}{{16,32}}\.{_ID}{{16,64}}"),
    _token("a Hugging Face token", "hf_", "[A-Za-z0-9]{30,}"),
    _token("a DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", "[A-Fa-f0-9]{40,}"),
    _token("a Shopify token", "shpat_ shpca_ shppa_ shpss_", "[A-Fa-f0-9]{32,}"),
    _token("a Docker token", "dckr_pat_ dckr_oat_", rf"{_ID}{{20,}}"),
    _token("a Vault token", "hvs. hvb. hvr.", rf"{_HAS_DIGIT}{_ID}{{20,}}"),
    _token("an Atlassian token", "ATATT3 ATCTT3", "[A-Za-z0-9_=-]{30,}"),
    _token("a Linear key", "lin_api_ lin_oauth_", "[A-Za-z0-9]{32,}"),
    _token("a Figma token", "figd_ figu_", rf"{_ID}{{30,}}"),
    _token("a Sentry token", "sntrys_ sntryu_", "[A-Za-z0-9_+/=-]{40,}"),
    _token("an age key", "AGE-SECRET-KEY-1", "[A-Z0-9]{50,}"),
    _token("a Handoff Desk token", "hd_", rf"{_ID}{{40,}}"),
    _kind("a JSON Web Token", "eyJ", _JWT),
)
_HINTS = ("PRIVATE KEY", "PuTTY-User-Key-File-", *(hint for kind in _TOKENS for hint in kind.hints))

# What fills the place of a secret, and how much else there may be: of an AWS key's example nine characters stay.
_FILLER = re.compile(r"(?i)(.)\1{5,}|example|placeholder|redacted|your[-_]")
_FEW = 10

# A branch or file name such as sk-112-fix-the-login-redirect: words and short numbers, separated.
_WORD = r"(?:[A-Za-z][a-z]{0,15}[0-9]{0,4}|[0-9]{1,8})"
_WORDS = re.compile(rf"{_WORD}(?:[-_]{_WORD})+")


def may_hold_secret(text: str) -> bool:
    """A cheap first look at a whole text: False is certain, True is not."""
    return any("://" in form or _has_hint(form) for form in _forms(text))


def secret_kinds(text: str) -> list[str]:
    """The kinds of secret in a text, each once, with their article: "a GitHub token"."""
    return list(dict.fromkeys(kind for form in _forms(text) for kind in _kinds(form)))


def _forms(text: str) -> tuple[str, ...]:
    """What has no shape may stand inside a secret as well as before one."""
    seen = as_seen(text)
    return (text,) if seen == text else (seen, as_seen(text, " "))


def _kinds(text: str) -> list[str]:
    kinds: list[str] = []
    if _has_hint(text):
        kinds += ["a private key"] if _PRIVATE_KEY.search(text) else []
        kinds += [kind.name for kind in _TOKENS if _holds(text, kind)]
    if has_password(text):
        kinds.append("a password in an address")
    return kinds


def _has_hint(text: str) -> bool:
    return any(map(text.__contains__, _HINTS))


def _holds(text: str, kind: _Kind) -> bool:
    return any(hint in text for hint in kind.hints) and any(map(_is_real, kind.pattern.findall(text)))


def _is_real(body: str) -> bool:
    if _WORDS.fullmatch(body):
        return False
    left = _FILLER.sub("x", body)
    return left == body or (len(left) > _FEW and not _WORDS.fullmatch(left))
