#!/bin/sh
# Style and types.
set -eu
cd "$(dirname "$0")/.."

.venv/bin/python -m ruff check .
.venv/bin/python -m ruff format --check .
# The PostgreSQL wheel, which the settings of the tests import, warns where this folder is not set.
.venv/bin/python -W "ignore:XDG_RUNTIME_DIR" -m mypy
