"""What the settings promise, asked of the desk itself."""

import os
import subprocess
import sys
from pathlib import Path
from secrets import token_urlsafe

import pytest
from django.contrib.auth import get_user_model
from django.test import Client, override_settings

ROOT = Path(__file__).parent.parent.parent
PRODUCTION = {"SECRET_KEY": token_urlsafe(50), "PUBLIC_URL": "https://desk.example.org"}


def test_a_production_setup_has_nothing_unsafe_to_tell(tmp_path: Path) -> None:
    production = os.environ | PRODUCTION | {"HANDOFF_DATA_DIR": str(tmp_path), "DATABASE_URL": ""}
    production["DJANGO_SETTINGS_MODULE"] = "handoff_site.settings"
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"]
    said = subprocess.run(command, cwd=ROOT, env=production, capture_output=True, check=False, text=True)
    assert said.returncode == 0, said.stderr


@pytest.mark.django_db
def test_a_stranger_cannot_make_an_account(client: Client) -> None:
    client.post("/accounts/signup/", {"email": "stranger@example.org", "password1": "a long enough one"})
    assert get_user_model().objects.count() == 0


@pytest.mark.django_db
def test_a_member_signs_in_by_email_and_password(client: Client) -> None:
    get_user_model().objects.create_user("ann@example.org", "a long enough one", name="Ann")
    page = client.post("/accounts/login/", {"login": "Ann@example.org", "password": "a long enough one"})
    assert (page.status_code, page.headers["location"]) == (302, "/")


@pytest.mark.django_db
@pytest.mark.parametrize(("old", "status"), [([], 302), (["of the tests alone"], 200)])
def test_people_stay_signed_in_over_a_change_of_key_where_the_old_one_is_named(
    client: Client, old: list[str], status: int
) -> None:
    ann = get_user_model().objects.create_user("ann@example.org", "a long enough one", name="Ann")
    client.force_login(ann)
    with override_settings(SECRET_KEY="another, as long as it takes", SECRET_KEY_FALLBACKS=old):
        assert client.get("/letters/").status_code == status


@pytest.mark.django_db
def test_guessing_a_password_comes_to_an_end(client: Client) -> None:
    get_user_model().objects.create_user("ann@example.org", "a long enough one", name="Ann")
    for _ in range(10):
        client.post("/accounts/login/", {"login": "ann@example.org", "password": "a guess"})
    page = client.post("/accounts/login/", {"login": "ann@example.org", "password": "a long enough one"})
    assert page.status_code != 302


def test_time_zones_are_there_on_machines_that_come_without_them() -> None:
    """People choose theirs by name; without these everyone's quiet hours would be by UTC."""
    code = "from zoneinfo import ZoneInfo, available_timezones as all_; ZoneInfo('Asia/Kolkata'); print(len(all_()))"
    environ = os.environ | {"PYTHONTZPATH": ""}
    found = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=False)
    assert int(found.stdout or 0) > 400, found.stderr
