"""Commands that find no database, or one that they cannot use: a sentence instead of a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import IntegrityError, OperationalError

from handoff_site.no_database import BUSY, why
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
CREATE_TOKEN = ("create_token", "--project", "shop", "--agent", "coder")
ANY_COMMAND = [
    ("serve", "--port", "0"),
    pytest.param(CREATE_TOKEN, marks=pytest.mark.slow),
    pytest.param(("deliver_mail", "--once"), marks=pytest.mark.slow),
]


def ended(folder: Path, *words: str, database: str = "") -> tuple[int, list[str]]:
    """The code of a command, and the lines that it said of its failure."""
    given = {"HANDOFF_DATA_DIR": str(folder), "SECRET_KEY": "k" * 60, "DATABASE_URL": database}
    given["DJANGO_SETTINGS_MODULE"] = "handoff_site.settings"
    command = [sys.executable, "manage.py", *words]
    ran = subprocess.run(command, cwd=ROOT, env=os.environ | given, capture_output=True, text=True, timeout=60)
    return ran.returncode, ran.stderr.splitlines()


def test_one_that_was_never_brought_up_to_date(tmp_path: Path) -> None:
    code, said = ended(tmp_path, *CREATE_TOKEN)
    assert (code, said) == (1, ["The database is older than this process: run `manage.py migrate`."])


@pytest.mark.parametrize("command", ANY_COMMAND)
def test_a_file_that_is_none(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "note.md").write_text("## Goal\n" * 1_000)
    code, said = ended(tmp_path, *command, database=f"sqlite:///{tmp_path}/note.md")
    asks = "Does it run, and does DATABASE_URL lead to it?"
    assert (code, said) == (1, [f"The database does not answer: file is not a database. {asks}"])


@pytest.mark.slow
def test_a_server_that_does_not_run(tmp_path: Path) -> None:
    port = free_port()
    code, (said,) = ended(tmp_path, *CREATE_TOKEN, database=f"postgresql://desk:secret@127.0.0.1:{port}/desk")
    assert code == 1
    assert f"port {port} failed: Connection refused. Does it run" in said
    assert "secret" not in said


def test_one_that_others_keep_busy() -> None:
    assert why(OperationalError("database is locked")) == BUSY


@pytest.mark.django_db
def test_where_it_is_well_the_traceback_stays() -> None:
    assert why(IntegrityError("UNIQUE constraint failed")) is None
