"""Passwords in addresses: `scheme://user:password@host`, where the password looks like a real one."""

import re
from urllib.parse import unquote

# Bounded on both sides of the colon, and never beyond a slash: looked at once. The version of a container image
# (docker://alpine:3.19@sha256:…) stands in the same place.
_ADDRESS = re.compile(
    r"://(?P<user>[^\s/:@?#\\\"'`<>(){}\[\]|,;]{0,100}):"
    r"(?P<password>[^\s/?#\\\"'`<>{}\[\]|,;]{6,200})@(?!sha\d)(?=[A-Za-z0-9\[])"
)

# What stands for a password in examples: a variable, and words that say so.
_VARIABLE = re.compile(r"\$\(?[A-Za-z_]\w*\)?|%[A-Za-z_]+%|[A-Z][A-Z_-]*|\.{3}|…")
_FILLER = re.compile(
    r"(?i)p.[s$5]{2}(?:w[o0]rd|wd|phrase)?|pwd?|s[e3]cr[e3]t|change(?:me|it|this)|example|placeholder|dummy"
    r"|redacted|hidden|masked|test|your|token|api|key|user|name|admin|root|guest|foo|bar|here|some|my|the|local|dev"
    r"|(.)\1{3,}"
)
_MIXTURE = re.compile(r"(?=.*[A-Za-z])(?:.*[^A-Za-z]|.*[a-z][A-Z])")  # a capital at the beginning is a word's
_SEPARATORS = re.compile("[-_.]")
_WORD = re.compile("[A-Za-z]?[a-z]*[0-9]{0,4}")
_SHORT = 6
_LONG = 16  # also without a mixture, as nobody makes up a placeholder of that length


def has_password(text: str) -> bool:
    return "://" in text and any(_is_real(*pair) for pair in _ADDRESS.findall(text))


def _is_real(user: str, password: str) -> bool:
    if _VARIABLE.fullmatch(password):
        return False
    plain = _SEPARATORS.sub("", unquote(password))
    left = _FILLER.sub("", plain.replace(user, "") if len(user) > 2 else plain)
    if left != plain and _WORD.fullmatch(left):
        return False
    return len(left) >= (_SHORT if _MIXTURE.match(left) else _LONG)
