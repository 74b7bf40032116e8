#!/bin/sh
# Style and types.
set -eu
cd "$(dirname "$0")/.."

.venv/bin/python -m ruff check .
.venv/bin/python -m ruff format --check .
.venv/bin/python -m mypy
