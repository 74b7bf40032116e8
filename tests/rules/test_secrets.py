import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notes.rules.hygiene.secrets import check_secrets, shown
from tests.rules.hostile import ends_soon, lines_of

# Made up, and put together here so that no scanner takes this file for a leak.
MIXED = "aB3dE5gH7jK9mN1pQ4sT6vW8yZ0bC2eF5hJ7kL9nP3rS6uV8xA1cD4fG7iK0mN5q"
UPPER = "Q7ZK3MPX5RVB2HNT"
HEX = "0f3a9c5e7b1d8246" * 4

SECRETS = {
    "an AWS access key": ["AKIA" + UPPER, "ASIA" + UPPER],
    "a GitHub token": [
        *(prefix + MIXED[:36] for prefix in ("ghp_", "gho_", "ghs_", "ghu_", "ghr_")),
        "github_pat_" + MIXED[:22] + "_" + MIXED[:59],
    ],
    "a GitLab token": ["glpat-" + MIXED[:20], "glpat-" + "aB-_" * 5, "glrt-" + MIXED[:20], "gldt-" + MIXED[:20]],
    "a Slack token": [
        *(f"xox{c}-123456789012-1234567890123-" + MIXED[:24] for c in "abcpr"),
        "xapp-1-A" + UPPER[:10] + "-1234567890123-" + HEX,
        "xoxd-" + MIXED[:20] + "%2B" + MIXED[:40] + "%3D",
    ],
    "a Slack webhook address": ["https://hooks.slack.com/services/T" + UPPER[:9] + "/B" + UPPER[:9] + "/" + MIXED[:24]],
    "a Stripe live key": ["sk_live_" + MIXED[:24], "rk_live_" + MIXED[:24]],
    "a Stripe test key": ["sk_test_" + MIXED[:24], "rk_test_" + MIXED[:24]],
    "a Stripe webhook secret": ["whsec_" + MIXED[:32]],
    "a Google sign-in token": ["ya29.a0" + MIXED],
    "a Google client secret": ["GOCSPX-" + MIXED[:28]],
    "a Groq key": ["gsk_" + MIXED[:52]],
    "an xAI key": ["xai-" + MIXED + MIXED[:16]],
    "a DigitalOcean token": ["dop_v1_" + HEX, "doo_v1_" + HEX],
    "a Shopify token": ["shpat_" + HEX[:32], "shpss_" + HEX[:32]],
    "a Docker token": ["dckr_pat_" + MIXED[:27]],
    "a Vault token": ["hvs.CAESI" + MIXED, "hvb." + MIXED],
    "an Atlassian token": ["ATATT3xFfGF0" + MIXED + "=" + UPPER[:8]],
    "a Linear key": ["lin_api_" + MIXED[:40]],
    "a Figma token": ["figd_" + MIXED[:40]],
    "a Sentry token": ["sntrys_eyJpYXQiOjE3" + MIXED + "_" + MIXED[:43]],
    "an age key": ["AGE-SECRET-KEY-1" + UPPER * 3 + UPPER[:10]],
    "a password in an address": [
        "postgres://app:" + MIXED[:12] + "@db.internal:5432/shop",
        "redis://:" + MIXED[:16] + "@cache",
        "amqp://svc:" + "9fK2!vLq8" + "@[::1]:5672",
        "https://deploy:" + "tQ9-xV2_mL4" + "@git.shop.example/x.git",
        "mysql://root:" + "Z%40kQ7%21pw3" + "@10.0.0.5/shop",
        "mongodb+srv://app:" + "P@ssX9!kQ2" + "@cluster0.shop.example",
        "postgres://app:" + "correct-horse-battery-staple" + "@db",
    ],
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
        "PuTTY-User-Key-File-3: ssh-ed25519",
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
    "notes/rules/hygiene/secret_kinds.py",
    "ghp_" + "x" * 32 + "a1B2",
    "sk-proj-" + "x" * 20 + "-" + "X" * 20,
    "sk-ant-api03-xxxxxxxx-xxxxxxxx-your_key",
    *(prefix + "x" * 64 for prefix in ("dop_v1_", "shpat_", "gsk_", "xai-", "figd_", "hvs.", "lin_api_", "whsec_")),
    "the prefixes are xapp-, xoxc-, dop_v1_, shpat_, ya29., hvs., gsk_, xai-, ATATT3, lin_api_, whsec_ and sk_test_",
    "hvs.read_the_current_version_of_a_secret() and hvs.getTheCurrentVersionOfTheSecret()",
    "ya29.is_the_prefix_of_all_their_tokens",
    "xai-models-answer-with-long-explanations-of-what-they-did-and-why",
    "gsk_build_the_index_of_all_articles_before_the_next_release",
    "glrt-tokens-belong-to-runners-and-expire",
    "dckr_pat_goes_into_the_login_of_the_runner",
    "AGE-SECRET-KEY-1 is how the key of age begins",
    "the first line of a PuTTY-User-Key-File says which version it is",
    "scheme://user:password@host",
    "https://user:pass@host and https://user:PASSWORD@host/path",
    "postgres://postgres:postgres@localhost:5432/postgres",
    "postgres://shop:shop-dev@db and postgres://handoff:handoff123@db",
    "postgres://app:$PASSWORD@db, postgres://app:${PASSWORD}@db, postgres://app:$(pw)@db, mysql://a:%DB_PASS%@b",
    "postgres://app:<password>@db or amqp://app:{password}@mq or http://u:[password]@h",
    "postgres://app:***@db, postgres://app:********@db, postgres://app:xxxxxxxx@db, postgres://app:...@db",
    "postgres://app:your_database_password_here@db, redis://:MyRedisPassword123@cache, smtp://ann:p%40ss@mail",
    "postgres://app:changeme1@db and postgres://app:s3cret@db and postgres://app:p@ssw0rd!@db",
    "https://x-access-token:%(token)s@git.shop.example and f'postgres://{user}:{password}@{host}'",
    "docker://alpine:3.19.1-r0@sha256:" + "0f3a" * 16,
    "http://localhost:8000, mail to ann@shop.example; ssh://git@shop.example:2222/x.git",
    "see http://localhost:8000/@ann and http://[::1]:8000/?to=ann@shop.example",
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


UNSEEN = [
    *("\u200b", "\u00ad", "\u2060", "\x08", "\ufeff", "\u202e", "\u115f", "\ufe0f", "\U000e0041", "\x1b[31m", "\0"),
]


@pytest.mark.parametrize("unseen", UNSEEN)
@pytest.mark.parametrize("at", [0, 2, 4, 20])
def test_what_nobody_sees_hides_no_secret(unseen: str, at: int) -> None:
    for text in (SECRETS["a GitHub token"][0], "AKIA" + UPPER, "postgres://app:9fK2!vLq8z@db.internal/shop"):
        before = "x" if at == 0 else ""
        (problem,) = check_secrets([("Done", 1, f"use {before}{text[:at]}{unseen}{text[at:]} now")])
        assert problem.code == "hygiene.secret"


@pytest.mark.parametrize("text", HARMLESS)
def test_it_lets_harmless_text_pass(text: str) -> None:
    assert check_secrets([("Done", 1, text)]) == []


def test_it_names_every_line_and_every_kind() -> None:
    github, aws = SECRETS["a GitHub token"][0], SECRETS["an AWS access key"][0]
    lines = [("Goal", 1, "ship"), ("Done", 2, f"{github} {aws} {github}"), ("Next", 3, aws)]
    assert [problem.line for problem in check_secrets(iter(lines))] == [2, 2, 3]


def test_a_placeholder_does_not_cover_a_real_one_in_the_same_line() -> None:
    assert check_secrets([("Done", 1, f"ghp_{'x' * 36} or ghp_{MIXED[:36]}")])


@pytest.mark.parametrize("filler", ["xxxxxx", "XXXXXXXX", "EXAMPLE", "placeholder"])
@pytest.mark.parametrize(("prefix", "length"), [("ghp_", 36), ("sk-ant-api03-", 80), ("glpat-", 24), ("hf_", 34)])
def test_a_secret_with_a_filler_in_its_midst_is_one_all_the_same(filler: str, prefix: str, length: int) -> None:
    half = (length - len(filler)) // 2 + 1
    assert check_secrets([("Done", 1, prefix + MIXED[:half] + filler + MIXED[-half:])])


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
            *(
                "://",
                "://a:",
                "://a:b@",
                "://a:bcdefg",
                ":",
                "://:@",
                "hvs.",
                "hvs.a-",
                "ya29.",
                "sntrys_",
                "x",
                "xoxe.",
            ),
        ),
    ],
)
def test_it_looks_at_hostile_lines_without_delay(part: str) -> None:
    for text in lines_of(part):
        assert ends_soon(check_secrets, [("Done", 1, text)])
