import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.secrets import check_secrets, shown
from tests.rules.hostile import is_quick, lines_of

# Made up, and put together here so that no scanner takes this file for a leak.
MIXED = "aB3dE5gH7jK9mN1pQ4sT6vW8yZ0bC2eF5hJ7kL9nP3rS6uV8xA1cD4fG7iK0mN5q"
UPPER = "Q7ZK3MPX5RVB2HNT"

SECRETS = {
    "an AWS access key": ["AKIA" + UPPER, "ASIA" + UPPER],
    "a GitHub token": [
        *(prefix + MIXED[:36] for prefix in ("ghp_", "gho_", "ghs_", "ghu_", "ghr_")),
        "github_pat_" + MIXED[:22] + "_" + MIXED[:59],
    ],
    "a GitLab token": ["glpat-" + MIXED[:20], "glpat-" + "aB-_" * 5],
    "a Slack token": [f"xox{c}-123456789012-1234567890123-" + MIXED[:24] for c in "abpr"],
    "a Slack webhook address": ["https://hooks.slack.com/services/T" + UPPER[:9] + "/B" + UPPER[:9] + "/" + MIXED[:24]],
    "a Stripe live key": ["sk_live_" + MIXED[:24], "rk_live_" + MIXED[:24]],
    "a Google API key": ["AIza" + MIXED[:35]],
    "an OpenAI-style key": ["sk-" + MIXED[:48], "sk-proj-" + MIXED[:40] + "_-" + MIXED[:40]],
    "an Anthropic key": ["sk-ant-api03-" + MIXED[:60] + "-" + MIXED[:20] + "AA"],
    "an npm token": ["npm_" + MIXED[:36]],
    "a PyPI token": ["pypi-AgEIcHlwaS5vcmc" + MIXED],
    "a SendGrid key": ["SG." + MIXED[:22] + "." + MIXED[:43]],
    "a Hugging Face token": ["hf_" + MIXED[:34]],
    "a JSON Web Token": ["eyJ" + MIXED[:20] + ".eyJ" + MIXED[:30] + "." + MIXED[:43]],
    "a Handoff Desk token": ["hd_" + MIXED[:43], "hd_" + "0f3a" * 16],
    "a private key": [f"-----BEGIN {kind}PRIVATE KEY-----" for kind in ("", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ")]
    + [
        "-----BEGIN PGP PRIVATE KEY BLOCK-----",
        "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----",
        "-----END PRIVATE KEY-----",
    ],
}
CASES = [(kind, secret) for kind, secrets in SECRETS.items() for secret in secrets]

HARMLESS = [
    "",
    "## Goal",
    "EMD is Rs 15,00,000 (Corrigendum 2, page 1)",
    "the key starts with sk-... and the GitHub one with ghp_xxxx",
    "ghp_" + "x" * 36,
    "ghp_" + "X" * 36,
    "AKIAIOSFODNN7" + "EXAMPLE",
    "sk-your-api-key-goes-here-2026",
    "sk-ant-api03-your-key-goes-here",
    "sk_live_" + "placeholder" * 3,
    "https://hooks.slack.com/services/T00000000/B00000000/" + "X" * 24,
    "sk-112-fix-the-login-redirect-loop",
    "branch sk-112-Fix-Login-Redirect-Loop-Again",
    "task-force-on-the-migration-of-the-old-tables",
    "glpat-tokens-are-rotated-every-quarter",
    "hd_video_encoder_settings_for_the_new_player_pipeline",
    "see hf_hub_download and npm_config_registry and npm_lifecycle_event",
    "xoxb-tokens-are-for-bots",
    "AIza is how a Google key begins",
    "pypi-AgEI is how one of theirs begins",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "550e8400-e29b-41d4-a716-446655440000",
    "sha256-" + MIXED[:43] + "=",
    "the note begins with BEGIN PRIVATE KEY, without its dashes",
    "-----BEGIN PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----",
    "eyJ is how a JWT begins, eyJhbGciOiJIUzI1NiJ9 is a header alone",
    "AKIA" + UPPER + "AB",
    "MAKIA" + UPPER,
    "SG.1 and SG.2 are security groups",
    "notes/rules/secret_kinds.py",
    "హిందీ मराठी 中文 🏳️‍🌈",
]


@pytest.mark.parametrize(("kind", "secret"), CASES)
@pytest.mark.parametrize("line", ["{}", "- token: `{}`,", 'KEY="{}"', r"log: a\n{}", "?key%3D{}", "మీ కీ{}ఇది"])
def test_it_refuses_a_secret_by_its_kind_and_never_repeats_it(kind: str, secret: str, line: str) -> None:
    (problem,) = check_secrets([("Done", 7, line.format(secret))])
    assert problem.code == "hygiene.secret"
    assert (problem.section, problem.line, problem.detail) == ("Done", 7, None)
    assert problem.says == (
        f"Line 7 of Done holds what looks like {kind}: leave it out and say where it is kept instead."
    )


@pytest.mark.parametrize("text", HARMLESS)
def test_it_lets_harmless_text_pass(text: str) -> None:
    assert check_secrets([("Done", 1, text)]) == []


def test_it_names_every_line_and_every_kind() -> None:
    github, aws = SECRETS["a GitHub token"][0], SECRETS["an AWS access key"][0]
    lines = [("Goal", 1, "ship"), ("Done", 2, f"{github} {aws} {github}"), ("Next", 3, aws)]
    assert [problem.line for problem in check_secrets(iter(lines))] == [2, 2, 3]


def test_a_placeholder_does_not_cover_a_real_one_in_the_same_line() -> None:
    assert check_secrets([("Done", 1, f"ghp_{'x' * 36} or ghp_{MIXED[:36]}")])


def test_a_heading_that_holds_the_secret_is_not_repeated() -> None:
    token = SECRETS["a GitHub token"][0]
    (problem,) = check_secrets([(f"key {token}", 1, token)])
    assert problem.section is None
    assert token not in repr(problem)


@given(
    st.sampled_from(CASES),
    st.text(max_size=20),
    st.text(alphabet=string.ascii_letters + string.digits, min_size=43, max_size=60),
)
def test_no_part_of_a_secret_is_in_any_sentence(case: tuple[str, str], around: str, body: str) -> None:
    for secret in (case[1], f"hd_{body}"):
        told = repr(check_secrets([("Done", 1, f"{around} {secret} {around}")]))
        parts = (secret[at : at + 10] for at in range(len(secret) - 9))
        assert case[0] == "a private key" or not any(part in told for part in parts)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_ordinary_text_has_no_secret(text: str) -> None:
    assert check_secrets([("Done", 1, text)]) == []


def test_a_text_is_shown_without_its_secret_and_not_for_pages() -> None:
    assert shown("Rs 15,00,000") == "Rs 15,00,000"
    assert shown(SECRETS["a GitHub token"][0]) == "[a GitHub token]"
    assert shown("long " * 1000) == ("long " * 100) + "…"


@pytest.mark.parametrize(
    "part",
    [
        *(secret for _, secret in CASES),
        *(
            "sk-",
            "sk-ant-",
            "glpat-",
            "-eyJ",
            "eyJaaaaaaaa.",
            "eyJ",
            "SG.",
            "-----BEGIN ",
            "-----BEGIN A",
            "hd_",
            "hd-",
        ),
        *(
            "a-",
            "sk-a-",
            "sk-aaaaaaaaaaaaaaaaaaaa ",
            "hooks.slack.com/services/",
            "github_pat_",
            "xoxb-",
            "AKIA",
        ),
    ],
)
def test_it_looks_at_hostile_lines_without_delay(part: str) -> None:
    for text in lines_of(part):
        assert is_quick(check_secrets, [("Done", 1, text)])
