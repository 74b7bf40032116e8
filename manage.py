#!/usr/bin/env python
"""The command line of the desk."""

import os
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import Error

from handoff_site.data_folder import data_folder, prepare
from handoff_site.no_database import why


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "handoff_site.settings")
    folder = data_folder(os.environ, Path(__file__).parent)
    prepare(folder, os.environ, sys.argv[1:])
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:
        sys.exit(f"The desk does not start. {wrong}")
    except Error as error:
        if (says := why(error)) is None:
            raise
        sys.exit(says)


if __name__ == "__main__":
    main()
