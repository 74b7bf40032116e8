"""A desk of its own in a temporary folder, for benchmarks that write to one."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import django
from django.core.management import call_command


def set_up() -> Path:
    """Call it before anything of the desk's models is imported."""
    folder = Path(tempfile.mkdtemp(prefix="handoff-bench-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ |= {"HANDOFF_DATA_DIR": str(folder), "SECRET_KEY": "of a benchmark", "DATABASE_URL": ""}
    os.environ["DJANGO_SETTINGS_MODULE"] = "handoff_site.settings"
    django.setup()
    call_command("migrate", verbosity=0, skip_checks=True)
    call_command("collectstatic", verbosity=0, interactive=False, skip_checks=True)
    return folder
