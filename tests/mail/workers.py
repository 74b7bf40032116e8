"""Mail workers as operators run them: processes of their own, on the database of the test."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from django.db import connection

ROOT = Path(__file__).parent.parent.parent


def start(port: int, *more: str) -> subprocess.Popen[str]:
    environ = {
        **os.environ,
        "DATABASE_URL": database_url(),
        "EMAIL_URL": f"smtp://127.0.0.1:{port}?from=desk@desk.example",
        "DJANGO_SETTINGS_MODULE": "handoff_site.settings",
    }
    return subprocess.Popen(
        [sys.executable, "manage.py", "deliver_mail", *more],
        cwd=ROOT, env=environ, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def database_url() -> str:
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
