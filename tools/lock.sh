#!/bin/sh
# Writes requirements.txt anew: the newest packages that pyproject.toml allows, for every platform; and those of them
# that a desk needs where nobody works on it.
set -eu
cd "$(dirname "$0")/.."

.venv/bin/python -m uv --version >/dev/null 2>&1 || .venv/bin/python -m pip install --quiet uv
.venv/bin/python -m uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 \
    --extra server --extra dev --no-header --no-emit-index-url --output-file requirements.txt
.venv/bin/python -m uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --constraint requirements.txt \
    --extra server --no-header --no-emit-index-url --output-file requirements-server.txt
