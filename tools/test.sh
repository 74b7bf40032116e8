#!/bin/sh
# All that must hold: style, types, the suite on both engines, and the pages in a real browser.
# The first failure stops it, so that its reason is the last thing on the screen.
set -eu
cd "$(dirname "$0")/.."

say() { printf '\n== %s ==\n' "$1"; }

say "style and types"
sh tools/lint.sh

say "the suite on SQLite"
.venv/bin/python -m pytest -n 2 -m "not browser and not agents"

say "the suite on PostgreSQL"
TEST_ENGINE=postgresql .venv/bin/python -m pytest -n 2 -m "not browser and not agents and not processes"

say "the pages in Chromium"
.venv/bin/python -m pytest -m browser

say "hooks and plugin in the real Claude Code and Codex"
if sh tools/agents.sh; then
    .venv/bin/python -m pytest -m agents
elif [ "${CI:-}" = true ]; then
    echo "They could not be installed, and in CI nothing is skipped." >&2
    exit 1
else
    echo "SKIPPED: they could not be installed, so nothing is known of how they get on with us." >&2
fi
